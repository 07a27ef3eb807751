import { Announcement } from '../chat/PinnedMessage.tsx';
import { TurnClock } from '../hands/TurnClock.tsx';
import styles from './TopNotes.module.css';

/** Over the upper part of the picture, one below the other: the turn's time, and what was announced. */
export function TopNotes() {
  return (
    <div className={styles.place}>
      <TurnClock />
      <Announcement />
    </div>
  );
}
