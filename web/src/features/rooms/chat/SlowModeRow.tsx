import { IconHourglass } from '@tabler/icons-react';
import { slowModeChoices } from '@frontrow/core/chat/messages.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import panels from '../room/Panels.module.css';
import { useRoomParts, useSnapshot } from '../room-view.ts';
import styles from './SlowModeRow.module.css';

/** The host chooses how long viewers wait between two messages. */
export function SlowModeRow() {
  const { t } = useTranslation('rooms');
  const { model } = useRoomParts();
  const now = useSnapshot((snapshot) => snapshot.live?.slowModeSeconds ?? 0);
  const busy = useSnapshot((snapshot) => snapshot.busy.has('slowMode'));
  return (
    <div className={panels.toggle}>
      <IconHourglass size={20} stroke={1.7} aria-hidden="true" />
      <span id="slow-mode">{t('slowMode.label')}</span>
      <div className={styles.choices} role="group" aria-labelledby="slow-mode">
        {slowModeChoices.map((seconds) => (
          <button
            key={seconds}
            type="button"
            className={styles.choice}
            aria-pressed={seconds === now}
            aria-disabled={busy || undefined}
            onClick={() => !busy && void model.setSlowMode(seconds)}
          >
            {seconds === 0 ? t('slowMode.off') : t('slowMode.seconds', { seconds })}
          </button>
        ))}
      </div>
    </div>
  );
}
