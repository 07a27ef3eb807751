import type { WireEventCard } from '@frontrow/contract/events/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { EventCard, EventCardSkeleton } from '#web/shared/ui/EventCard.tsx';
import { ShowMore } from '#web/shared/ui/ShowMore.tsx';
import styles from './EventResults.module.css';

interface EventResultsProps {
  cards: readonly WireEventCard[] | undefined;
  languageName: (ide: number) => string | undefined;
  /** Shows the next page; undefined where there is none. */
  onMore: (() => void) | undefined;
  loadingMore: boolean;
  /** Loads the next page when the end is near. */
  byItself?: boolean;
}

const skeletons = 6;

/** Found events, with a button for more. */
export function EventResults({ cards, languageName, onMore, loadingMore, byItself = false }: EventResultsProps) {
  const { t } = useTranslation('search');
  return (
    <>
      <ul className={styles.grid} aria-busy={!cards}>
        {cards
          ? cards.map((card) => (
              <li key={card.event.event_uuid}>
                <EventCard card={card} languageName={languageName} sizes="(max-width: 575px) 100vw, 322px" />
              </li>
            ))
          : Array.from({ length: skeletons }, (_, i) => (
              <li key={i}>
                <EventCardSkeleton />
              </li>
            ))}
      </ul>
      {onMore && (
        <div className={styles.more}>
          <ShowMore byItself={byItself} loading={loadingMore} onMore={onMore}>
            {t('more')}
          </ShowMore>
        </div>
      )}
    </>
  );
}
