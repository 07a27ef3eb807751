import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { AccountShell } from '#web/shared/menu/AccountShell.tsx';
import { call } from '#web/shared/api/call.ts';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { PageTabs } from '#web/shared/ui/PageTabs.tsx';
import { ShowMore } from '#web/shared/ui/ShowMore.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { byCursor } from '#web/shared/api/by-cursor.ts';
import { FavoriteEvents } from './FavoriteEvents.tsx';
import { inOrder } from './ticket-row-model.ts';
import { TicketRow } from './TicketRow.tsx';
import styles from './TicketsPage.module.css';
import { WaitlistSection } from './WaitlistSection.tsx';

const pastScope = 'past_live_events';
const favoriteScope = 'favorite_live_events';

const useTickets = (scope: 'upcoming' | 'past') =>
  useInfiniteQuery({
    queryKey: ['tickets', 'mine', scope],
    queryFn: ({ pageParam }) => call('GET /tickets/mine', { query: { scope, cursor: pageParam } }),
    ...byCursor,
    refetchOnWindowFocus: true,
  });

/** `/live_events`: all tickets of the person, with their codes and the way into the room. */
export default function TicketsPage() {
  const { t } = useTranslation('tickets');
  const { scope } = useParams();
  const past = scope === pastScope;
  const favorites = scope === favoriteScope;
  const tickets = useTickets(past ? 'past' : 'upcoming');
  const all = inOrder(tickets.data?.pages.flatMap((page) => page.tickets) ?? [], past);
  const count = !past && tickets.data && !tickets.hasNextPage && all.length > 0 ? all.length : undefined;
  return (
    <AccountShell>
      <title>{`${t('title')} · Frontrow`}</title>
      <h1>{t('title')}</h1>
      <div className={styles.tabs}>
        <PageTabs
          label={t('tabs')}
          tabs={[
            { to: '/live_events', text: t('upcoming'), count },
            { to: `/live_events/${pastScope}`, text: t('past') },
            { to: `/live_events/${favoriteScope}`, text: t('favoritesTab') },
          ]}
        />
      </div>
      {favorites ? <FavoriteEvents /> : <TicketList tickets={tickets} all={all} past={past} />}
      {!favorites && !past && <WaitlistSection />}
      {!favorites && !past && (
        <p className={styles.calendar}>
          <Link to="/profile#calendar" className="fr-link">
            {t('subscribe')}
          </Link>
        </p>
      )}
    </AccountShell>
  );
}

function TicketList({
  tickets,
  all,
  past,
}: {
  tickets: ReturnType<typeof useTickets>;
  all: ReturnType<typeof inOrder>;
  past: boolean;
}) {
  const { t } = useTranslation('tickets');
  return (
    <>
      {tickets.isError && <ErrorNote error={tickets.error} onRetry={() => void tickets.refetch()} />}
      {tickets.isPending && (
        <div className={styles.list} aria-busy="true">
          <Skeleton height={220} radius={16} />
          <Skeleton height={220} radius={16} />
        </div>
      )}
      {tickets.data && all.length === 0 && (
        <EmptyState title={t(past ? 'empty.past' : 'empty.title')} text={t(past ? 'empty.pastText' : 'empty.text')}>
          <Button component={Link} to="/">
            {t('empty.action')}
          </Button>
        </EmptyState>
      )}
      {all.length > 0 && (
        <ul className={styles.list}>
          {all.map((mine) => (
            <li key={mine.ticket.ticket_uuid}>
              <TicketRow mine={mine} />
            </li>
          ))}
        </ul>
      )}
      {tickets.hasNextPage && (
        <ShowMore
          loading={tickets.isFetchingNextPage}
          onMore={() => void tickets.fetchNextPage()}
          className={styles.more}
        >
          {t('more')}
        </ShowMore>
      )}
    </>
  );
}
