import styles from './Seats.module.css';

/** Seats are 52 wide (43 on phones) with 8 between; more than a row holds are cut, never scaled. */
const seatsDrawn = 24;

/** A row of empty seats; one may be coral: yours, another one on phones, where fewer fit. Decoration only. */
export function Seats({ mine, minePhone }: { mine?: number; minePhone?: number }) {
  return (
    <div className={styles.row} aria-hidden="true">
      {Array.from({ length: seatsDrawn }, (_, i) => (
        <span
          key={i}
          className={`${styles.seat} ${i === mine ? styles.mine : ''} ${i === minePhone ? styles.minePhone : ''}`}
        />
      ))}
    </div>
  );
}
