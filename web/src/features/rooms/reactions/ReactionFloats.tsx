import { useStore } from 'zustand';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { useRoomParts } from '../room/room-view.ts';
import styles from './Reactions.module.css';

/** Columns next to each other, so that emoji of one moment do not cover each other. */
const columns = 4;

/**
 * The audience's reactions over the picture, counted together. They rise; where motion is not wanted they stand in a
 * row. Screen readers are not told: hundreds a minute would drown everything else.
 */
export function ReactionFloats() {
  const { language } = useTranslation('rooms');
  const { model } = useRoomParts();
  const floats = useStore(model.reactions.store, (state) => state.floats);
  return (
    <div className={styles.floats} aria-hidden="true" data-reactions>
      {floats.map(({ id, emoji, count }) => (
        <span key={id} className={styles.float} data-column={id % columns}>
          <span className={styles.sign}>{emoji}</span>
          {count > 1 && <span className={styles.count}>{count.toLocaleString(language)}</span>}
        </span>
      ))}
    </div>
  );
}
