import type { WireStats } from '@frontrow/contract/stats/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { formatCount } from '#web/shared/format/money.ts';
import styles from './StatsPage.module.css';

/** The conversion funnel: each step with its share of the one before; the last with that of tickets to past events. */
export function Funnel({ totals, note }: { totals: WireStats['totals']; note: string }) {
  const { t, language } = useTranslation('stats');
  const steps = [
    { name: t('saw'), count: totals.visitors, tone: styles.violet, of: undefined, share: 'ofThose' },
    { name: t('opened'), count: totals.checkouts, tone: styles.violetLight, of: totals.visitors, share: 'ofThose' },
    { name: t('bought'), count: totals.tickets_sold, tone: styles.coral, of: totals.checkouts, share: 'ofThose' },
    // Tickets sold for later events are not part of this share, so it is no share of the step before.
    { name: t('came'), count: totals.attended, tone: styles.green, of: totals.tickets_expected, share: 'cameOf' },
  ] as const;
  const most = Math.max(1, ...steps.map(({ count }) => count));
  return (
    <section className={styles.card} aria-labelledby="funnel">
      <h2 id="funnel" className={styles.cardTitle}>
        {t('funnel')}
      </h2>
      <p className={styles.note}>{note}</p>
      <ol className={styles.steps}>
        {steps.map(({ name, count, tone, of, share }) => (
          <li key={name}>
            <span className={styles.step}>
              <span>
                {name}{' '}
                {of !== undefined && of > 0 && count <= of && (
                  <small>{t(share, { percent: Math.round((100 * count) / of) })}</small>
                )}
              </span>
              <strong>{formatCount(count, language)}</strong>
            </span>
            <span className={styles.track} aria-hidden="true">
              <span className={`${styles.fill} ${tone}`} style={{ width: `${(100 * count) / most}%` }} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
