import type { WireEventCard } from '@frontrow/contract/events/api.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { categoryName } from '#web/shared/catalog/queries.ts';
import { staying } from '#web/shared/use-scroll.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { useCatalog } from '#web/shared/catalog/use-catalog.ts';
import { usePageTitle } from '#web/shared/page-title.ts';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { EventCard, EventCardSkeleton } from '#web/shared/ui/EventCard.tsx';
import { LazySection } from '#web/shared/ui/LazySection.tsx';
import { useOpenedAt } from '#web/shared/ui/use-now.ts';
import styles from './DiscoverPage.module.css';
import { Everything } from './Everything.tsx';
import { FilterBar } from './FilterBar.tsx';
import { comingQueryOf, filtersOf, isFiltered, knownFilters, noFilters, paramsOf } from './filters.ts';
import { Hero, HeroEmpty, HeroSkeleton } from './Hero.tsx';
import { heroEvent } from './hero-model.ts';
import { HostRail } from './HostRail.tsx';
import { LanguageRail } from './LanguageRail.tsx';
import { freeQuery, hostsQuery, liveQuery, pageQuery, weekQuery } from './queries.ts';
import { Rail } from './Rail.tsx';

const railSkeletons = 4;
const liveSkeletons = 3;

type LanguageName = (ide: number) => string | undefined;

function EventRail(props: {
  title: string;
  line?: string;
  more: { text: string; to: string };
  cards: readonly WireEventCard[] | undefined;
  live?: boolean;
  languageName: LanguageName;
}) {
  const { title, line, more, cards, live = false, languageName } = props;
  if (cards?.length === 0) return null;
  return (
    <LazySection>
      <Rail title={title} line={line} more={cards && more} columns={live ? 'live' : 'cards'} busy={!cards}>
        {cards
          ? cards.map((card, i) => (
              <li key={card.event.event_uuid}>
                <EventCard card={card} large={live} eager={live && i === 0} languageName={languageName} />
              </li>
            ))
          : Array.from({ length: live ? liveSkeletons : railSkeletons }, (_, i) => (
              <li key={i}>
                <EventCardSkeleton large={live} />
              </li>
            ))}
      </Rail>
    </LazySection>
  );
}

/** Discover: the one event to see now, rails, and everything upcoming. */
export default function DiscoverPage() {
  const { t } = useTranslation('discover');
  usePageTitle();
  const [params, setParams] = useSearchParams();
  const now = useOpenedAt();
  const live = useQuery(liveQuery);
  const week = useQuery(weekQuery(now));
  const free = useQuery(freeQuery);
  // The grid's first page; the hero is chosen from it too.
  const coming = useQuery(pageQuery(comingQueryOf(now), undefined));
  const hosts = useQuery(hostsQuery);
  const catalog = useCatalog();
  const { languages, categories } = catalog;
  const filters = knownFilters(filtersOf(params), catalog);
  const languageName: LanguageName = useCallback(
    (ide) => languages?.find((language) => language.lang_ide === ide)?.lang_description,
    [languages],
  );

  const filtered = isFiltered(filters);
  // The live rail comes first: until it is known whether there is one, nothing below it is shown.
  const liveAnswered = !live.isPending;
  // Undefined until both are known; what is known stays where asking again fails.
  const star = live.data && coming.data && heroEvent(live.data, coming.data.events);
  const all = t('rails.all');
  return (
    <>
      {star ? (
        <Hero
          card={star}
          categoryName={
            categories
              ?.filter((category) => category.category_ide === star.event.event_category_ide)
              .map(categoryName)[0]
          }
          languageName={star.event.event_lang_ides.map(languageName)[0]}
        />
      ) : star === null || live.isError || coming.isError ? (
        <HeroEmpty failed={star === undefined} />
      ) : (
        <HeroSkeleton />
      )}
      <FilterBar
        filters={filters}
        onChange={(next) => setParams(paramsOf(next), { state: staying })}
        catalog={catalog}
      />
      <div className={styles.page}>
        {filtered ? (
          <div className={`fr-column ${styles.results}`}>
            <LazySection>
              <Everything
                filters={filters}
                now={now}
                title={filters.live ? t('rails.live') : t('grid.results')}
                languageName={languageName}
              />
            </LazySection>
          </div>
        ) : (
          <>
            <div className={`fr-column ${styles.rails}`}>
              {coming.isError && <ErrorNote error={coming.error} onRetry={() => void coming.refetch()} />}
              <EventRail
                title={t('rails.live')}
                more={{
                  text: t(live.data?.length === 1 ? 'rails.all' : 'rails.allCount', { count: live.data?.length ?? 0 }),
                  to: '/?live=1',
                }}
                cards={live.data ?? (live.isError ? [] : undefined)}
                live
                languageName={languageName}
              />
              {liveAnswered && (
                <EventRail
                  title={t('rails.week')}
                  line={t('rails.weekLine')}
                  more={{ text: all, to: '/?date=week' }}
                  cards={week.data ?? (week.isError ? [] : undefined)}
                  languageName={languageName}
                />
              )}
            </div>
            {liveAnswered && free.data?.length !== 0 && (free.data || !free.isError) && (
              <div className={styles.band}>
                <div className="fr-column">
                  <EventRail
                    title={t('rails.free')}
                    line={t('rails.freeLine')}
                    more={{ text: all, to: '/?price=free' }}
                    cards={free.data}
                    languageName={languageName}
                  />
                </div>
              </div>
            )}
            {liveAnswered && (
              <div className={`fr-column ${styles.rails}`}>
                <LazySection>{languages && languages.length > 0 && <LanguageRail languages={languages} />}</LazySection>
                <LazySection>{hosts.data && hosts.data.length > 0 && <HostRail hosts={hosts.data} />}</LazySection>
                <LazySection>
                  {(coming.data || !coming.isError) && (
                    <Everything filters={noFilters} now={now} title={t('grid.title')} languageName={languageName} />
                  )}
                </LazySection>
              </div>
            )}
          </>
        )}
      </div>
    </>
  );
}
