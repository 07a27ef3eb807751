import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { useSnapshot } from '../room-view.ts';
import styles from './ReconnectingCard.module.css';

/** Says that the connection to the video is lost and being restored; the last frame stays behind it. */
export function ReconnectingCard() {
  const { t } = useTranslation('rooms');
  const away = useSnapshot((snapshot) => snapshot.media.connection === 'reconnecting');
  return (
    <div className={styles.place} role="status">
      {away && (
        <div className={styles.card}>
          <span className={styles.ring} aria-hidden="true" />
          <p>
            <strong>{t('room.reconnecting')}</strong> <span className={styles.soft}>{t('room.reconnectingText')}</span>
          </p>
        </div>
      )}
    </div>
  );
}
