import { useInfiniteQuery } from '@tanstack/react-query';
import type { WireHostPage } from '@frontrow/contract/hosts/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { call } from '#web/shared/api/call.ts';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { EventCard } from '#web/shared/ui/EventCard.tsx';
import { ShowMore } from '#web/shared/ui/ShowMore.tsx';
import styles from './HostView.module.css';

/** A host's events: the first page came with the host, the next ones when they are asked for. */
export function HostEvents({
  first,
  username,
  past = false,
}: {
  first: WireHostPage['upcoming'];
  username: string;
  past?: boolean;
}) {
  const { t } = useTranslation('hosts');
  const more = useInfiniteQuery({
    queryKey: ['host', username.toLowerCase(), past ? 'past' : 'upcoming', first.next_cursor],
    queryFn: ({ pageParam, signal }) =>
      call('GET /events', {
        query: { host: username, cursor: pageParam, ...(past ? { past: 'true' as const } : {}) },
        signal,
      }),
    initialPageParam: first.next_cursor ?? '',
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    enabled: false,
  });
  const cards = [...first.events, ...(more.data?.pages.flatMap((page) => page.events) ?? [])];
  const hasMore = more.data ? more.hasNextPage : first.next_cursor !== null;
  return (
    <>
      <ul className={styles.cards}>
        {cards.map((card) => (
          <li key={card.event.event_uuid}>
            <EventCard card={card} sizes="(max-width: 575px) 100vw, 322px" />
          </li>
        ))}
      </ul>
      {more.isError && <ErrorNote error={more.error} onRetry={() => void more.refetch()} />}
      {hasMore && (
        <ShowMore
          className={styles.more}
          loading={more.isFetching}
          onMore={() => void (more.data ? more.fetchNextPage() : more.refetch())}
        >
          {t('more')}
        </ShowMore>
      )}
    </>
  );
}
