import { useInfiniteQuery } from '@tanstack/react-query';
import type { WireStats, WireStatsEvent } from '@frontrow/contract/stats/api.ts';
import { call } from '#web/shared/api/call.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { formatCount, formatDecimal, moneyText } from '#web/shared/format/money.ts';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { Cover } from '#web/shared/ui/Cover.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { ShowMore } from '#web/shared/ui/ShowMore.tsx';
import { userText } from '#web/shared/catalog/user-text.ts';
import type { AskedStats } from './range-model.ts';
import styles from './StatsPage.module.css';

function Row({ event, search }: { event: WireStatsEvent; search: (uuid: string) => string }) {
  const { t, language } = useTranslation('stats');
  const dates = useDates();
  const { revenue, currency_code: code } = event.money;
  return (
    <tr>
      <td className={`${styles.wideOnly} ${styles.thumbCell}`} aria-hidden="true">
        <span className={styles.thumb}>
          <Cover src={event.event_cover_image} sizes="64px" />
        </span>
      </td>
      <th scope="row" className={styles.eventName}>
        <Link to={`/stats?${search(event.event_uuid)}`} {...userText}>
          {event.event_title}
        </Link>
        <span className={styles.eventDate}>{formatShortDateTime(event.event_date, dates)}</span>
      </th>
      <td className={styles.number}>
        {formatCount(event.seats_sold, language)}/{formatCount(event.seats, language)}
      </td>
      <td className={styles.number}>
        {event.event_free && revenue === 0 ? t('free') : moneyText(revenue, code, language)}
      </td>
      <td className={`${styles.number} ${styles.wideOnly}`}>
        {event.tickets_expected > 0 ? formatCount(event.attended, language) : t('none')}
      </td>
      <td className={`${styles.number} ${styles.wideOnly}`}>
        {event.average_stars === null ? t('none') : formatDecimal(event.average_stars, 1, language)}
      </td>
    </tr>
  );
}

/** What all private meetings brought; none of them is an event of this list. */
function MeetingsRow({ meetings: { sold, money } }: { meetings: WireStats['private_meetings'][number] }) {
  const { t, language } = useTranslation('stats');
  return (
    <tr>
      <td className={`${styles.wideOnly} ${styles.thumbCell}`} aria-hidden="true" />
      <th scope="row" className={styles.eventName}>
        <Link to="/private_meeting">{t('privateMeetings')}</Link>
      </th>
      <td className={styles.number}>{formatCount(sold, language)}</td>
      <td className={styles.number}>{moneyText(money.revenue, money.currency_code, language)}</td>
      <td className={`${styles.number} ${styles.wideOnly}`}>{t('none')}</td>
      <td className={`${styles.number} ${styles.wideOnly}`}>{t('none')}</td>
    </tr>
  );
}

/** The events with their own numbers; each leads to the same page for it alone. */
export function EventsTable({
  stats,
  asked,
  search,
}: {
  stats: WireStats;
  asked: AskedStats;
  search: (uuid: string) => string;
}) {
  const { t } = useTranslation('stats');
  const more = useInfiniteQuery({
    queryKey: ['stats', 'events', asked, stats.next_cursor],
    queryFn: ({ pageParam }) => call('GET /stats/events', { query: { ...asked, cursor: pageParam } }),
    initialPageParam: stats.next_cursor ?? '',
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    enabled: false,
  });
  const events = [...stats.events, ...(more.data?.pages.flatMap((page) => page.events) ?? [])];
  const showMore = () => void (more.data ? more.fetchNextPage() : more.refetch());
  const hasMore = more.data ? more.hasNextPage : stats.next_cursor !== null;
  return (
    <section className={styles.card} aria-labelledby="stats-events">
      <h2 id="stats-events" className={styles.cardTitle}>
        {t('events')}
      </h2>
      <p className={styles.note}>{t('eventsNote')}</p>
      <table className={styles.table}>
        <thead>
          <tr>
            <td className={styles.wideOnly} aria-hidden="true" />
            <th scope="col">{t('event')}</th>
            <th scope="col" className={styles.number}>
              {t('seats')}
            </th>
            <th scope="col" className={styles.number}>
              {t('revenue')}
            </th>
            <th scope="col" className={`${styles.number} ${styles.wideOnly}`}>
              {t('attended')}
            </th>
            <th scope="col" className={`${styles.number} ${styles.wideOnly}`}>
              {t('score')}
            </th>
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <Row key={event.event_uuid} event={event} search={search} />
          ))}
          {stats.private_meetings.map((meetings) => (
            <MeetingsRow key={meetings.money.currency_code} meetings={meetings} />
          ))}
        </tbody>
      </table>
      {more.isError && <ErrorNote error={more.error} onRetry={showMore} />}
      {hasMore && (
        <ShowMore loading={more.isFetching} onMore={showMore} className={styles.more}>
          {t('more')}
        </ShowMore>
      )}
    </section>
  );
}
