import { useParams } from 'react-router';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { focusOnce } from '#web/shared/ui/focus-once.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import type { RoomModel } from '../model/room-deps.ts';
import { TakeBackTicket } from './TakeBackTicket.tsx';
import styles from './AwayScreen.module.css';

/**
 * Shown to people who are not, or not any more, in the room: entering, continued on another device, removed, without a
 * place, out of their seat, event finished or taken down.
 */
export function AwayScreen({
  kind,
  model,
}: {
  kind: 'entering' | 'moved' | 'removed' | 'full' | 'out' | 'finished' | 'takenDown';
  model?: RoomModel;
}) {
  const { t } = useTranslation('rooms');
  const { uuid = '' } = useParams();
  if (kind === 'entering') {
    return (
      <div className={styles.screen} role="status">
        <p className={styles.text}>{t('away.entering')}</p>
      </div>
    );
  }
  return (
    <div className={styles.screen}>
      <h1 ref={focusOnce} tabIndex={-1}>
        {t(`away.${kind}Title`)}
      </h1>
      {kind !== 'finished' && <p className={styles.text}>{t(`away.${kind}Text`)}</p>}
      <div className={styles.next}>
        {kind === 'moved' && model && (
          <Button size="lg" onClick={() => void model.enter({ takeOver: true })}>
            {t('away.moveHere')}
          </Button>
        )}
        <Button
          size="lg"
          variant={kind === 'moved' || kind === 'full' ? 'default' : 'filled'}
          component={Link}
          to={`/event/${uuid}`}
          replace
        >
          {t('away.toEvent')}
        </Button>
        {kind === 'full' && <TakeBackTicket eventUuid={uuid} />}
        {(kind === 'removed' || kind === 'full') && model && (
          <Button size="lg" variant="default" onClick={() => void model.enter()}>
            {t('away.tryAgain')}
          </Button>
        )}
      </div>
    </div>
  );
}
