import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { call } from '#web/shared/api/call.ts';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { EventCard, EventCardSkeleton } from '#web/shared/ui/EventCard.tsx';
import { ShowMore } from '#web/shared/ui/ShowMore.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { byCursor } from '#web/shared/api/by-cursor.ts';
import styles from './FavoriteEvents.module.css';

const cardsDrawn = 4;

/** The person's favorite events, newest first. */
export function FavoriteEvents() {
  const { t } = useTranslation('tickets');
  const kept = useInfiniteQuery({
    queryKey: ['favorite-events'],
    queryFn: ({ pageParam, signal }) => call('GET /events/favorites', { query: { cursor: pageParam }, signal }),
    ...byCursor,
  });
  const cards = kept.data?.pages.flatMap((page) => page.events);
  const failed = kept.isError && <ErrorNote error={kept.error} onRetry={() => void kept.refetch()} />;
  if (failed && !cards) return failed;
  if (cards?.length === 0)
    return (
      <>
        {failed}
        <EmptyState title={t('favorites.empty')} text={t('favorites.emptyText')}>
          <Button component={Link} to="/">
            {t('empty.action')}
          </Button>
        </EmptyState>
      </>
    );
  return (
    <>
      {failed}
      <ul className={styles.cards} aria-busy={!cards}>
        {cards
          ? cards.map((card) => (
              <li key={card.event.event_uuid}>
                <EventCard card={card} sizes="(max-width: 575px) 100vw, 322px" favorite />
              </li>
            ))
          : Array.from({ length: cardsDrawn }, (_, i) => (
              <li key={i}>
                <EventCardSkeleton />
              </li>
            ))}
      </ul>
      {kept.hasNextPage && (
        <ShowMore className={styles.more} loading={kept.isFetchingNextPage} onMore={() => void kept.fetchNextPage()}>
          {t('more')}
        </ShowMore>
      )}
    </>
  );
}
