import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import type { Catalog } from '#web/shared/catalog/use-catalog.ts';
import { canBeAsked, isFiltered } from '#web/features/discover/index.ts';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { pagesByThemselves } from '#web/shared/ui/when-near.ts';
import { SectionTitle } from '#web/shared/ui/SectionTitle.tsx';
import { useOpenedAt } from '#web/shared/ui/use-now.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Chips } from './Chips.tsx';
import { TagsAndHosts } from './TagsAndHosts.tsx';
import { EventResults } from './EventResults.tsx';
import { AlsoWatched, NothingFound } from './NothingFound.tsx';
import { PastResults } from './PastResults.tsx';
import { questionOf, searchQuery } from './queries.ts';
import styles from './SearchPage.module.css';
import type { SearchAddress } from './search-address.ts';

interface SearchResultsProps {
  address: SearchAddress;
  catalog: Catalog;
  withoutFilters: string;
  /** The address of the same search without the tag. */
  everywhere: string;
  languageName: (ide: number) => string | undefined;
}

export function SearchResults({ address, catalog, withoutFilters, everywhere, languageName }: SearchResultsProps) {
  const { t } = useTranslation('search');
  const now = useOpenedAt();
  const { text, tag, filters } = address;
  const filtered = isFiltered(filters);
  const ready = canBeAsked(filters, catalog);
  const query = questionOf(address, catalog, now);
  const search = useInfiniteQuery({ ...searchQuery(query), enabled: ready });
  const first = search.data?.pages[0];
  const cards = search.data?.pages.flatMap((page) => page.events);
  const waiting = search.isPlaceholderData;
  const nothing = cards?.length === 0 && !waiting;
  const hasSide = first !== undefined && (first.tags.length > 0 || first.hosts.length > 0);
  return (
    <>
      <div className={styles.head}>
        <p className={styles.kicker}>{t(nothing ? 'none' : text === '' ? 'tagged' : 'results')}</p>
        <h1 className={styles.title}>
          {text === '' && tag !== null ? t('titleTag', { tag }) : t('titleFor', { text })}
        </h1>
        {tag !== null && text !== '' && (
          <div className={styles.within}>
            <Chips label={t('leaveTag', { tag })} links={[{ text: t('leaveTag', { tag }), to: everywhere }]} />
          </div>
        )}
        {first?.corrected && !waiting && (
          <p className={styles.line}>{t('corrected', { typed: text, meant: first.corrected })}</p>
        )}
        {nothing && first && (
          <NothingFound suggestions={first.suggestions} withoutFilters={filtered ? withoutFilters : undefined} />
        )}
        <p className="fr-visually-hidden" role="status">
          {search.isError
            ? ''
            : !cards || waiting
              ? t('searching')
              : t(search.hasNextPage ? 'foundMore' : 'found', { count: cards.length })}
        </p>
      </div>
      {!ready && catalog.failed && (
        <Button variant="default" onClick={catalog.retry}>
          {t('app:error.retry')}
        </Button>
      )}
      {search.isError && (
        <div className={styles.error}>
          <ErrorNote error={search.error} onRetry={() => void search.refetch()} />
        </div>
      )}
      {/* A new key for each kind of result: its cards are new ones instead of moving from another place. */}
      <div
        key={nothing ? 'nothing' : cards ? 'found' : 'coming'}
        className={[
          styles.columns,
          hasSide && !nothing && styles.withSide,
          waiting && styles.waiting,
          !nothing && styles.tall,
        ]
          .filter(Boolean)
          .join(' ')}
      >
        {hasSide && (
          <aside className={styles.side} aria-label={t('tagsAndHosts')}>
            <TagsAndHosts tags={first.tags} hosts={first.hosts} />
          </aside>
        )}
        <div className={styles.events}>
          {(cards || !search.isError) && !nothing && (
            <section aria-labelledby="search-events">
              <SectionTitle id="search-events" line={text === '' ? undefined : t('order')}>
                {t('events')}
              </SectionTitle>
              <EventResults
                cards={cards}
                languageName={languageName}
                onMore={search.hasNextPage ? () => void search.fetchNextPage() : undefined}
                loadingMore={search.isFetchingNextPage}
                byItself={!waiting && !search.isError && (search.data?.pages.length ?? 0) < pagesByThemselves}
              />
            </section>
          )}
          {cards && !waiting && !filters.live && !filters.date && (
            <PastResults query={query} languageName={languageName} />
          )}
        </div>
      </div>
      {nothing && (
        <div className={styles.also}>
          <AlsoWatched title={t('also')} languageName={languageName} />
        </div>
      )}
    </>
  );
}
