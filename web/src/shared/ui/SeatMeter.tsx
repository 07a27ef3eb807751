import { rng } from '@frontrow/artwork/shapes.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { fewSeatsMax, seatsLeftOf } from './event-card-model.ts';
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

/** Pale seats are taken, dark ones are left, coral when few are; a bar above 49. */
export function SeatMeter({ seed, total, free }: { seed: string; total: number; free: number }) {
  const { t, language } = useTranslation();
  const few = free <= fewSeatsMax || undefined;
  const label = t('card.seatsLeftOf', seatsLeftOf({ free, total }, language));
  if (total > drawnSeatsMax) {
    return (
      <div className={styles.bar} data-few={few} role="img" aria-label={label}>
        <div className={styles.taken} style={{ width: `${((total - free) / total) * 100}%` }} />
      </div>
    );
  }
  const open = seatsLeft(seed, total, free);
  return (
    <div className={styles.seats} data-few={few} role="img" aria-label={label}>
      {Array.from({ length: total }, (_, i) => (
        <span key={i} className={open.has(i) ? styles.free : styles.seat} />
      ))}
    </div>
  );
}
