import type { WireStats } from '@frontrow/contract/stats/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { formatCount, moneyText } from '#web/shared/format/money.ts';
import { currenciesOf, moneyIn } from './stats-money.ts';
import styles from './StatsPage.module.css';

interface Figure {
  name: string;
  value: string;
  change: number;
  write: (change: number) => string;
}

/** The numbers one looks for first, each with the change since the days before; revenue by currency. */
export function Headline({ stats, days }: { stats: WireStats; days: number }) {
  const { t, language } = useTranslation('stats');
  const { totals, previous, money, previous_money: before } = stats;
  const percent = (now: number, then: number) => (then === 0 ? undefined : Math.round((100 * (now - then)) / then));
  const soldPercent = percent(totals.tickets_sold, previous.tickets_sold);
  const currencies = currenciesOf(money, before);
  const count = (change: number) => formatCount(change, language);
  const percentText = (change: number) => t('percent', { value: count(change) });
  const figures: Figure[] = [
    ...currencies.map((code): Figure => {
      const { revenue } = moneyIn(money, code);
      const revenuePercent = percent(revenue, moneyIn(before, code).revenue);
      return {
        name: currencies.length === 1 ? t('revenue') : t('revenueIn', { currency: code }),
        value: moneyText(revenue, code, language),
        change: revenuePercent ?? revenue,
        write: (change) => (revenuePercent === undefined ? moneyText(change, code, language) : percentText(change)),
      };
    }),
    {
      name: t('sold'),
      value: count(totals.tickets_sold),
      change: soldPercent ?? totals.tickets_sold,
      write: (change) => (soldPercent === undefined ? count(change) : percentText(change)),
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
