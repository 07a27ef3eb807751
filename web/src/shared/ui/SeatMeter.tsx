import { rng } from '@frontrow/artwork/seeded.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { seatsLeftOf } from './event-card-model.ts';
import styles from './SeatMeter.module.css';

/** Above this many seats the meter is a bar. */
const drawnSeatsMax = 49;

/** Which seats are left: scattered like people sit, the same for everybody who looks at this event. */
export function seatsLeft(seed: string, total: number, left: number): ReadonlySet<number> {
  const order = Array.from({ length: total }, (_, i) => i);
  const random = rng(seed);
  for (let i = order.length - 1; i > 0; i--) {
    const j = random.int(0, i);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return new Set(order.slice(0, Math.max(0, left)));
}

/** Grey seats are taken, coral ones are left; a bar above 49. */
export function SeatMeter({ seed, total, free }: { seed: string; total: number; free: number }) {
  const { t, language } = useTranslation();
  const label = t('card.seatsLeftOf', seatsLeftOf({ free, total }, language));
  if (total > drawnSeatsMax) {
    return (
      <div className={styles.bar} role="img" aria-label={label}>
        <div className={styles.taken} style={{ width: `${((total - free) / total) * 100}%` }} />
      </div>
    );
  }
  const open = seatsLeft(seed, total, free);
  return (
    <div className={styles.seats} role="img" aria-label={label}>
      {Array.from({ length: total }, (_, i) => (
        <span key={i} className={open.has(i) ? styles.free : styles.seat} />
      ))}
    </div>
  );
}
