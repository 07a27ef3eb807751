import type { QueryOf } from '@frontrow/contract/api.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { SectionTitle } from '#web/shared/ui/SectionTitle.tsx';
import { EventResults } from './EventResults.tsx';
import { pastOf, searchQuery } from './queries.ts';
import styles from './SearchPage.module.css';

/** Past events, latest first; nothing where there are none. */
export function PastResults(props: {
  query: QueryOf<'GET /search'>;
  languageName: (ide: number) => string | undefined;
}) {
  const { t } = useTranslation('search');
  const past = useInfiniteQuery(searchQuery(pastOf(props.query)));
  const cards = past.data?.pages.flatMap((page) => page.events) ?? [];
  if (cards.length === 0 || past.isPlaceholderData) return null;
  return (
    <section className={styles.past} aria-labelledby="search-past">
      <SectionTitle id="search-past">{t('past')}</SectionTitle>
      <EventResults
        cards={cards}
        languageName={props.languageName}
        onMore={past.hasNextPage ? () => void past.fetchNextPage() : undefined}
        loadingMore={past.isFetchingNextPage}
      />
      {past.isError && <ErrorNote error={past.error} onRetry={() => void past.refetch()} />}
    </section>
  );
}
