import { useQuery } from '@tanstack/react-query';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { EventCard } from '#web/shared/ui/EventCard.tsx';
import { likeQuery } from './queries.ts';
import styles from './MoreLikeThis.module.css';

const shownMax = 4;

/** Other events of the category; nothing where there are none. */
export default function MoreLikeThis({ event }: { event: WireEvent }) {
  const { t } = useTranslation('event');
  const { data } = useQuery(likeQuery(event.event_category_ide));
  const cards = (data?.events ?? []).filter((card) => card.event.event_uuid !== event.event_uuid).slice(0, shownMax);
  if (cards.length === 0) return null;
  return (
    <section className={styles.more}>
      <h2 className={styles.title}>{t('more')}</h2>
      <ul className={styles.cards}>
        {cards.map((card) => (
          <li key={card.event.event_uuid}>
            <EventCard card={card} />
          </li>
        ))}
      </ul>
    </section>
  );
}
