import { IconClockHour4 } from '@tabler/icons-react';
import { turnLengths } from '@frontrow/core/rooms/turn-queue.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import styles from '../chat/SlowModeRow.module.css';
import panels from '../room/Panels.module.css';
import { useRoomParts, useSnapshot } from '../room-view.ts';

/** The host chooses how long turns last. */
export function TurnLengthRow() {
  const { t } = useTranslation('audience');
  const { model } = useRoomParts();
  const now = useSnapshot((snapshot) => snapshot.live?.turnLength ?? 0);
  const busy = useSnapshot((snapshot) => snapshot.busy.has('turnLength'));
  return (
    <div className={panels.toggle}>
      <IconClockHour4 size={20} stroke={1.7} aria-hidden="true" />
      <span id="turn-length" className={styles.label}>
        {t('length.label')}
      </span>
      <div className={styles.choices} data-many role="group" aria-labelledby="turn-length">
        {turnLengths.map((seconds) => (
          <button
            key={seconds}
            type="button"
            className={styles.choice}
            aria-pressed={seconds === now}
            aria-disabled={busy || undefined}
            aria-label={seconds === 0 ? undefined : t('length.minutes', { count: seconds / 60 })}
            onClick={() => !busy && void model.setTurnLength(seconds)}
          >
            {seconds === 0 ? t('length.off') : seconds / 60}
          </button>
        ))}
      </div>
    </div>
  );
}
