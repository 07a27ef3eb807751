import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import type { WireEvent, WireEventCard, WireSeriesPage } from '@frontrow/contract/events/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { call } from '#web/shared/api/call.ts';
import { ApiRefusal } from '#web/shared/api/refusal.ts';
import { usePageTitle } from '#web/shared/page-title.ts';
import { FollowButton } from '#web/features/hosts/index.ts';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { Cover } from '#web/shared/ui/Cover.tsx';
import { DateLeaf } from '#web/shared/ui/DateLeaf.tsx';
import { eventPath, eventPrice, eventSeats, hostPath } from '#web/shared/ui/event-card-model.ts';
import { useKnownReader } from '#web/shared/known-reader.ts';
import { useSession } from '#web/shared/session/session.ts';
import { formatEventTimes } from '#web/shared/format/event-time.ts';
import { formatCount, formatMoney } from '#web/shared/format/money.ts';
import { formatLongDate } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { Link } from '#web/shared/ui/Link.tsx';
import { NotFound } from '#web/shared/ui/NotFound.tsx';
import { addDatesPath } from './host-paths.ts';
import styles from './SeriesPage.module.css';

export const seriesQuery = (uuid: string) =>
  queryOptions<WireSeriesPage>({
    queryKey: ['event', 'series', uuid],
    queryFn: ({ signal }) => call('GET /series/:id', { params: { id: uuid }, signal }),
    retry: (count, error) => count < 2 && !(error instanceof ApiRefusal && error.status < 500),
  });

/** What of a date is left to buy, or why nothing is. */
function useLeft(event: WireEvent): string {
  const { t, language } = useTranslation('series');
  const { soldOut, free, total } = eventSeats(event);
  if (event.event_cancelled) return t('cancelled');
  if (event.event_state === 2) return t('over');
  if (event.event_state === 1) return t('live');
  if (soldOut) return t('soldOut');
  return t('seats', { free: formatCount(free, language), total: formatCount(total, language) });
}

function DateRow({ event }: { event: WireEvent }) {
  const { t, language } = useTranslation('series');
  const dates = useDates(event.event_location.data.zoneName);
  const { free, total } = eventPrice(event);
  const price = free ? t('free') : formatMoney(total, event.currency, language);
  return (
    <li>
      <Link to={eventPath(event)} className={styles.row}>
        <DateLeaf at={event.event_date} size={64} there={event.event_location.data.zoneName} />
        <span className={styles.date}>
          <strong>{`${formatLongDate(event.event_date, dates)}, ${formatEventTimes(event, dates)}`}</strong>
          <span className={styles.left}>{useLeft(event)}</span>
        </span>
        <span className={styles.price}>{event.event_opening_ticketing ? price : t('holders')}</span>
      </Link>
    </li>
  );
}

const Dates = ({ cards }: { cards: readonly WireEventCard[] }) => (
  <ul className={styles.dates}>
    {cards.map(({ event }) => (
      <DateRow key={event.event_uuid} event={event} />
    ))}
  </ul>
);

interface SeriesPageProps {
  /** The part of the page that sells all dates in one. */
  pass: (page: WireSeriesPage) => ReactNode;
}

function Series({ page, pass }: SeriesPageProps & { page: WireSeriesPage }) {
  const { t } = useTranslation('series');
  const { series, user, influencer, upcoming, past } = page;
  usePageTitle(series.title);
  const latest = [...past, ...upcoming].at(-1);
  const name = user.user_name;
  const mine = useSession((session) => session.user?.user_username === user.user_username);
  const shown = (upcoming[0] ?? past[0])?.event;
  useKnownReader();
  return (
    <div className={`fr-column ${styles.page}`}>
      <header className={styles.head}>
        {shown && (
          <div className={styles.cover}>
            <Cover src={shown.event_cover_image} eager sizes="(max-width: 48em) 100vw, 336px" />
          </div>
        )}
        <div className={styles.words}>
          <p className={styles.kind}>{t('title')}</p>
          <h1 className={styles.name}>{series.title}</h1>
          <p className={styles.host}>
            <Avatar username={user.user_username} src={influencer.influencer_avatar ?? user.user_avatar} size={32} />
            <Link to={hostPath(user)}>{t('lead', { name })}</Link>
          </p>
          <p className={styles.about}>{shown?.event_description}</p>
        </div>
        <div>
          <FollowButton
            username={user.user_username}
            name={name}
            own={
              latest && (
                <Button variant="default" component={Link} to={addDatesPath(latest.event)}>
                  {t('add')}
                </Button>
              )
            }
          />
        </div>
      </header>
      {pass(page)}
      <section className={styles.section}>
        <h2 className={styles.title}>{t('coming', { count: upcoming.length })}</h2>
        {!mine && <p className={styles.note}>{t(upcoming.length > 0 ? 'follow' : 'none', { name })}</p>}
        {upcoming.length > 0 && <Dates cards={upcoming} />}
      </section>
      {past.length > 0 && (
        <section className={styles.section}>
          <h2 className={styles.title}>{t('past')}</h2>
          <Dates cards={past} />
        </section>
      )}
    </div>
  );
}

/** `/series/{uuid}`: the dates of a series, and its host to follow. */
export default function SeriesPage({ pass }: SeriesPageProps) {
  const { uuid = '' } = useParams();
  const series = useQuery(seriesQuery(uuid));
  if (series.data) return <Series page={series.data} pass={pass} />;
  if (series.error instanceof ApiRefusal && series.error.status < 500 && series.error.status !== 0) return <NotFound />;
  return (
    <div className={`fr-column ${styles.page}`} aria-busy={series.isPending}>
      {series.isError && <ErrorNote error={series.error} onRetry={() => void series.refetch()} />}
    </div>
  );
}
