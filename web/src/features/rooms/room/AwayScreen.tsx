import { useParams } from 'react-router';
import { deviceName } from '#web/shared/device-name.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { focusOnce } from '#web/shared/ui/focus-once.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import type { RoomModel } from '../model/room-deps.ts';
import { RefundTicket } from './RefundTicket.tsx';
import styles from './AwayScreen.module.css';

/** Where the room continues, or that it is open elsewhere. */
export function useMovedWords(model: RoomModel | undefined): { title: string; text: string } {
  const { t } = useTranslation('away');
  const moved = model?.store.getState().moved ?? null;
  if (moved?.how === 'asked') return { title: t('askedTitle'), text: t('askedText') };
  if (moved?.isSameLogin) return { title: t('movedTabTitle'), text: t('movedTab') };
  const device = moved && deviceName(moved.device);
  return { title: t('movedTitle'), text: device ? t('movedOn', device) : t('movedText') };
}

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
  const { t } = useTranslation('away');
  const moved = useMovedWords(model);
  const { uuid = '' } = useParams();
  if (kind === 'entering') {
    return (
      <div className={styles.screen} role="status">
        <p className={styles.text}>{t('entering')}</p>
      </div>
    );
  }
  return (
    <div className={styles.screen}>
      <h1 ref={focusOnce} tabIndex={-1}>
        {kind === 'moved' ? moved.title : t(`${kind}Title`)}
      </h1>
      {kind !== 'finished' && <p className={styles.text}>{kind === 'moved' ? moved.text : t(`${kind}Text`)}</p>}
      <div className={styles.next}>
        {kind === 'moved' && model && (
          <Button size="lg" onClick={() => void model.enter({ takeOver: true })}>
            {t('moveHere')}
          </Button>
        )}
        <Button
          size="lg"
          variant={kind === 'moved' || kind === 'full' ? 'default' : 'filled'}
          component={Link}
          to={`/event/${uuid}`}
          replace
        >
          {t('toEvent')}
        </Button>
        {kind === 'full' && <RefundTicket eventUuid={uuid} />}
        {(kind === 'removed' || kind === 'full') && model && (
          <Button size="lg" variant="default" onClick={() => void model.enter()}>
            {t('tryAgain')}
          </Button>
        )}
      </div>
    </div>
  );
}
