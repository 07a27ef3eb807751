import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireReviewList } from '@frontrow/contract/reviews/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { call } from '#web/shared/api/call.ts';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { ShowMore } from '#web/shared/ui/ShowMore.tsx';
import { ReviewCards } from './ReviewCards.tsx';
import styles from './Reviews.module.css';

/** What people say of all evenings of a host: the first page came with the host. */
export function HostReviews({ first, username }: { first: WireReviewList; username: string }) {
  const { t } = useTranslation('reviews');
  const [opened, setOpened] = useState(false);
  const more = useInfiniteQuery({
    queryKey: ['reviews', 'host', username, 'more', first.next_cursor],
    queryFn: ({ pageParam, signal }) =>
      call('GET /hosts/:username/reviews', { params: { username }, query: { cursor: pageParam }, signal }),
    initialPageParam: first.next_cursor ?? '',
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    enabled: opened,
  });
  const all = [...first.reviews, ...(more.data?.pages.flatMap((page) => page.reviews) ?? [])];
  const hasMore = more.data ? more.hasNextPage : first.next_cursor !== null;
  return (
    <>
      <ReviewCards reviews={all} withEvent />
      {more.isError && <ErrorNote error={more.error} onRetry={() => void more.refetch()} />}
      {hasMore && (
        <ShowMore
          className={styles.more}
          loading={more.isFetching}
          onMore={() => {
            if (opened) void (more.data ? more.fetchNextPage() : more.refetch());
            else setOpened(true);
          }}
        >
          {t('more')}
        </ShowMore>
      )}
    </>
  );
}
