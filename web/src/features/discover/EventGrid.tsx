import type { QueryOf } from '@frontrow/contract/api.ts';
import type { WireEventCard } from '@frontrow/contract/events/api.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { EventCard, EventCardSkeleton } from '#web/shared/ui/EventCard.tsx';
import { ShowMore } from '#web/shared/ui/ShowMore.tsx';
import { pagesByThemselves } from '#web/shared/ui/when-near.ts';
import styles from './EventGrid.module.css';
import { gridEvents, pageQuery } from './queries.ts';

interface EventGridProps {
  query: QueryOf<'GET /events'>;
  /** Where this page begins; undefined for the first one. */
  cursor?: string | undefined;
  /** Number of pages above it. */
  above?: number;
  languageName: (ide: number) => string | undefined;
  /** Shown instead of an empty first page. */
  empty?: ReactNode;
}

function Cards({
  cards,
  languageName,
}: {
  cards: readonly WireEventCard[] | undefined;
  languageName: EventGridProps['languageName'];
}) {
  return (
    <ul className={styles.grid} aria-busy={!cards}>
      {cards
        ? cards.map((card) => (
            <li key={card.event.event_uuid} className="fr-later">
              <EventCard card={card} languageName={languageName} sizes="(max-width: 575px) 100vw, 322px" />
            </li>
          ))
        : Array.from({ length: gridEvents }, (_, i) => (
            <li key={i}>
              <EventCardSkeleton />
            </li>
          ))}
    </ul>
  );
}

/** A page of events; the next follows when its end comes near, or by a press. */
export function EventGrid({ query, cursor, above = 0, languageName, empty }: EventGridProps) {
  const { t } = useTranslation('discover');
  const page = useQuery(pageQuery(query, cursor));
  const [more, setMore] = useState(false);
  if (page.isLoadingError) return <ErrorNote error={page.error} onRetry={() => void page.refetch()} />;
  if (page.data?.events.length === 0) return empty ?? null;
  const next = page.data?.next_cursor ?? undefined;
  return (
    <>
      <Cards cards={page.data?.events} languageName={languageName} />
      {next !== undefined &&
        (more ? (
          <div className={styles.next}>
            <EventGrid query={query} cursor={next} above={above + 1} languageName={languageName} />
          </div>
        ) : (
          <div className={styles.more}>
            <ShowMore byItself={above + 1 < pagesByThemselves} onMore={() => setMore(true)}>
              {t('grid.more')}
            </ShowMore>
          </div>
        ))}
    </>
  );
}
