import type { WireStats } from '@frontrow/contract/stats/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { formatCount, moneyText } from '#web/shared/format/money.ts';
import { moneyTexts } from './stats-money.ts';
import styles from './StatsPage.module.css';

interface Figure {
  name: string;
  value: string;
  change: number;
  write: (change: number) => string;
}

/** The four numbers one looks for first, each beside those of the days before. */
export function Headline({ stats, days }: { stats: WireStats; days: number }) {
  const { t, language } = useTranslation('stats');
  const { totals, previous, money, previous_money: before } = stats;
  const [revenue, revenueBefore] = [money[0]?.revenue ?? 0, before[0]?.revenue ?? 0];
  const percent = (now: number, then: number) => (then === 0 ? undefined : Math.round((100 * (now - then)) / then));
  const revenuePercent = percent(revenue, revenueBefore);
  const soldPercent = percent(totals.tickets_sold, previous.tickets_sold);
  const count = (change: number) => formatCount(change, language);
  const figures: Figure[] = [
    {
      name: t('revenue'),
      value: moneyTexts(money, 'revenue', language),
      change: revenuePercent ?? revenue,
      write: (change) =>
        revenuePercent === undefined ? moneyText(change, money[0]?.currency_code ?? 'EUR', language) : `${change}%`,
    },
    {
      name: t('sold'),
      value: count(totals.tickets_sold),
      change: soldPercent ?? totals.tickets_sold,
      write: (change) => (soldPercent === undefined ? count(change) : `${change}%`),
    },
    {
      name: t('peak'),
      value: count(totals.peak_viewers),
      change: totals.peak_viewers - previous.peak_viewers,
      write: count,
    },
    {
      name: t('watch'),
      value: t('minutes', { count: Math.round(totals.average_watch_minutes) }),
      change: Math.round(totals.average_watch_minutes) - Math.round(previous.average_watch_minutes),
      write: (change) => t('minutes', { count: change }),
    },
  ];
  return (
    <section aria-label={t('headline')}>
      <dl className={styles.headline}>
        {figures.map(({ name, value, change, write }) => (
          <div key={name} className={styles.figure}>
            <dt>{name}</dt>
            <dd className={styles.value}>{value}</dd>
            <dd className={change < 0 ? styles.worse : change > 0 ? styles.better : styles.same}>
              {change === 0
                ? t('same', { count: days })
                : t('before', { change: `${change > 0 ? '+' : '−'}${write(Math.abs(change))}`, count: days })}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
