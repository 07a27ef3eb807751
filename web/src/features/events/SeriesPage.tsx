import { queryOptions, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { WireEventCard, WireSeriesPage } from '@frontrow/contract/events/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { call } from '#web/shared/api/call.ts';
import { ApiRefusal } from '#web/shared/api/refusal.ts';
import { usePageTitle } from '#web/shared/page-title.ts';
import { FollowButton } from '#web/features/hosts/index.ts';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { EventCard } from '#web/shared/ui/EventCard.tsx';
import { hostPath } from '#web/shared/ui/event-card-model.ts';
import { Link } from '#web/shared/ui/Link.tsx';
import { NotFound } from '#web/shared/ui/NotFound.tsx';
import { addDatesPath } from './publish-paths.ts';
import styles from './SeriesPage.module.css';

export const seriesQuery = (uuid: string) =>
  queryOptions<WireSeriesPage>({
    queryKey: ['event', 'series', uuid],
    queryFn: ({ signal }) => call('GET /series/:id', { params: { id: uuid }, signal }),
    retry: (count, error) => count < 2 && !(error instanceof ApiRefusal && error.status < 500),
  });

const Cards = ({ cards }: { cards: readonly WireEventCard[] }) => (
  <ul className={styles.cards}>
    {cards.map((card) => (
      <li key={card.event.event_uuid}>
        <EventCard card={card} sizes="(max-width: 575px) 100vw, 322px" />
      </li>
    ))}
  </ul>
);

function Series({ page }: { page: WireSeriesPage }) {
  const { t } = useTranslation('series');
  const { series, user, influencer, upcoming, past } = page;
  usePageTitle(series.title);
  const latest = [...past, ...upcoming].at(-1);
  const name = user.user_name;
  return (
    <div className={`fr-column ${styles.page}`}>
      <header className={styles.head}>
        <div className={styles.words}>
          <p className={styles.kind}>{t('title')}</p>
          <h1 className={styles.name}>{series.title}</h1>
          <p className={styles.host}>
            <Avatar username={user.user_username} src={influencer.influencer_avatar ?? user.user_avatar} size={32} />
            <Link to={hostPath(user)}>{t('lead', { name })}</Link>
          </p>
        </div>
        <div className={styles.follow}>
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
      <section className={styles.section}>
        <h2 className={styles.title}>{t('coming', { count: upcoming.length })}</h2>
        <p className={styles.note}>{t(upcoming.length > 0 ? 'follow' : 'none', { name })}</p>
        {upcoming.length > 0 && <Cards cards={upcoming} />}
      </section>
      {past.length > 0 && (
        <section className={styles.section}>
          <h2 className={styles.title}>{t('past')}</h2>
          <Cards cards={past} />
        </section>
      )}
    </div>
  );
}

/** `/series/{uuid}`: the dates of a series, and its host to follow. */
export default function SeriesPage() {
  const { uuid = '' } = useParams();
  const series = useQuery(seriesQuery(uuid));
  if (series.data) return <Series page={series.data} />;
  if (series.error instanceof ApiRefusal && series.error.status < 500 && series.error.status !== 0) return <NotFound />;
  return (
    <div className={`fr-column ${styles.page}`} aria-busy={series.isPending}>
      {series.isError && <ErrorNote error={series.error} onRetry={() => void series.refetch()} />}
    </div>
  );
}
