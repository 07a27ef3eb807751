import type { WireStats } from '@frontrow/contract/stats/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { formatCount, formatDecimal } from '#web/shared/format/money.ts';
import { moneyTexts } from './stats-money.ts';
import styles from './StatsPage.module.css';

/** Everything that is counted, in words and numbers. */
export function AllNumbers({ stats }: { stats: WireStats }) {
  const { t, language } = useTranslation('stats');
  const { totals, money, seats, followers, event } = stats;
  const count = (value: number) => formatCount(value, language);
  const rows: [string, string][] = [
    [t('numbers.views'), count(totals.views)],
    [t('numbers.visitors'), count(totals.visitors)],
    [t('numbers.checkouts'), count(totals.checkouts)],
    [
      t('numbers.conversion'),
      totals.conversion === null ? t('none') : t('percent', { value: Math.min(100, totals.conversion) }),
    ],
    [t('numbers.sold'), count(totals.tickets_sold)],
    [t('numbers.returned'), count(totals.tickets_returned)],
    [t('numbers.revenue'), moneyTexts(money, 'revenue', language).join(' · ')],
    [t('numbers.fee'), moneyTexts(money, 'fee', language).join(' · ')],
    [t('numbers.refunded'), moneyTexts(money, 'refunded', language).join(' · ')],
    [t('numbers.seats'), t('seatsOf', { sold: count(seats.seats_sold), seats: count(seats.seats) })],
    [t('numbers.waiting'), count(seats.waiting)],
    [t('numbers.shows'), count(totals.shows)],
    [t('numbers.attended'), count(totals.attended)],
    [t('numbers.noShows'), count(totals.no_shows)],
    [t('numbers.peak'), count(totals.peak_viewers)],
    [t('numbers.average'), formatDecimal(totals.average_viewers, 1)],
    [t('numbers.turns'), count(totals.turns)],
    [t('numbers.messages'), count(totals.chat_messages)],
    [t('numbers.reviews'), count(totals.reviews)],
    [t('numbers.stars'), totals.average_stars === null ? t('none') : formatDecimal(totals.average_stars, 2)],
    ...(event
      ? []
      : ([
          [t('numbers.newFollowers'), count(totals.new_followers)],
          [t('numbers.followers'), count(followers)],
        ] as [string, string][])),
  ];
  return (
    <section className={styles.card} aria-labelledby="all-numbers">
      <h2 id="all-numbers" className={styles.cardTitle}>
        {t('allNumbers')}
      </h2>
      <dl className={styles.numbers}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
