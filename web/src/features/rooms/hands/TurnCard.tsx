import { IconHandStop } from '@tabler/icons-react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { useRoomParts, useSnapshot } from '../room/room-view.ts';
import styles from './TurnCard.module.css';

/** Offers the turn that the host gave. Camera and microphone stay off until the viewer presses "Go on air". */
export function TurnCard() {
  const { t } = useTranslation('rooms');
  const { model } = useRoomParts();
  const offered = useSnapshot((snapshot) => snapshot.turn === 'offered');
  const noVideo = useSnapshot((snapshot) => snapshot.media.connection === 'none');
  return (
    <div className={styles.place} role="alert">
      {offered && (
        <div className={styles.turn} role="group" aria-label={t('turn.title')}>
          <span className={styles.hand}>
            <IconHandStop size={24} stroke={1.8} aria-hidden="true" />
          </span>
          <div className={styles.words}>
            <h2>{t('turn.title')}</h2>
            <p>{t(noVideo ? 'turn.textNoVideo' : 'turn.text')}</p>
          </div>
          <div className={styles.next}>
            <Button disabled={noVideo} onClick={() => void model.goOnAir()}>
              {t('turn.go')}
            </Button>
            <Button variant="default" onClick={model.notNow}>
              {t('turn.later')}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
