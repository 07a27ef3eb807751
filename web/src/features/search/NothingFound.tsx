import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { comingQueryOf, pageQuery, Rail } from '#web/features/discover/index.ts';
import { searchPath } from '#web/shared/search-path.ts';
import { EventCard, EventCardSkeleton } from '#web/shared/ui/EventCard.tsx';
import { FrontRow } from '#web/shared/ui/FrontRow.tsx';
import { useOpenedAt } from '#web/shared/ui/use-now.ts';
import { Chips } from './Chips.tsx';
import styles from './SearchPage.module.css';

interface NothingFoundProps {
  /** Words and tags that have results. */
  suggestions: readonly string[];
  /** The same search without filters, where filters are set. */
  withoutFilters: string | undefined;
}

const skeletons = 4;

/** Suggestions after a search without results. */
export function NothingFound({ suggestions, withoutFilters }: NothingFoundProps) {
  const { t } = useTranslation('search');
  const links = [
    ...(withoutFilters === undefined ? [] : [{ text: t('noFilters'), to: withoutFilters }]),
    ...suggestions.map((text) => ({ text, to: searchPath(text) })),
    { text: t('musicTonight'), to: '/?date=today&category=music' },
  ];
  return (
    <>
      <p className={styles.line}>{t(withoutFilters === undefined ? 'empty' : 'emptyFiltered')}</p>
      <div className={styles.chips}>
        <Chips label={t('try')} links={links} />
      </div>
      <div className={styles.heads}>
        <FrontRow seed="empty" />
      </div>
    </>
  );
}

/** Upcoming events next to a search. */
export function AlsoWatched({
  title,
  languageName,
}: {
  title: string;
  languageName: (ide: number) => string | undefined;
}) {
  const now = useOpenedAt();
  const coming = useQuery(pageQuery(comingQueryOf(now), undefined));
  if (coming.isError || coming.data?.events.length === 0) return null;
  return (
    <Rail title={title} columns="cards" busy={!coming.data}>
      {coming.data
        ? coming.data.events.map((card) => (
            <li key={card.event.event_uuid}>
              <EventCard card={card} languageName={languageName} />
            </li>
          ))
        : Array.from({ length: skeletons }, (_, i) => (
            <li key={i}>
              <EventCardSkeleton />
            </li>
          ))}
    </Rail>
  );
}
