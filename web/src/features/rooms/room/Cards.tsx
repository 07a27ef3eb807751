import { Button } from '@mantine/core';
import { IconHandStop, IconVolume } from '@tabler/icons-react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import styles from './Cards.module.css';
import { useRoomParts, useSnapshot } from './room-view.ts';

/** The calm banner of a lost line; the last frame stays behind it. */
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

/** A turn is offered, never forced: camera and microphone open with a tap (decisions 33). */
export function TurnCard() {
  const { t } = useTranslation('rooms');
  const { model } = useRoomParts();
  const offered = useSnapshot((snapshot) => snapshot.turn === 'offered');
  const noVideo = useSnapshot((snapshot) => snapshot.media.connection === 'none');
  return (
    <div className={styles.turnPlace} role="alert">
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

/** Browsers play no sound before a tap (after a reload). */
export function SoundButton() {
  const { t } = useTranslation('rooms');
  const { model } = useRoomParts();
  const blocked = useSnapshot((snapshot) => snapshot.media.soundBlocked);
  if (!blocked) return null;
  return (
    <Button
      variant="ink"
      className={styles.sound}
      leftSection={<IconVolume size={20} stroke={1.8} aria-hidden="true" />}
      onClick={() => void model.allowSound()}
    >
      {t('room.sound')}
    </Button>
  );
}
