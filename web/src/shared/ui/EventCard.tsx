import type { WireEventCard } from '@frontrow/contract/events/api.ts';
import { useQueryClient } from '@tanstack/react-query';
import { memo } from 'react';
import { languagesQuery } from '#web/shared/catalog/queries.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { formatMoney } from '#web/shared/format/money.ts';
import { formatShortWeekday, formatTimes, isNear } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { Link } from '#web/shared/ui/Link.tsx';
import { userTextIn } from '#web/shared/catalog/user-text.ts';
import { Avatar } from './Avatar.tsx';
import { Cover } from './Cover.tsx';
import { DateLeaf } from './DateLeaf.tsx';
import { type CardNote, eventCardModel } from './event-card-model.ts';
import styles from './EventCard.module.css';
import { Heart } from './Heart.tsx';
import { LivePill, PricePill, WatchingPill } from './pills.tsx';

interface EventCardProps {
  card: WireEventCard;
  /** Live cards are larger. */
  large?: boolean;
  /** Pictures above the fold load at once. */
  eager?: boolean;
  /** Names of languages by id, for live broadcasts. */
  languageName?: ((ide: number) => string | undefined) | undefined;
  /** How wide the card is drawn, for the picture's `sizes`. */
  sizes?: string;
  /** In the list of favorites. */
  favorite?: boolean;
}

interface NoteProps {
  note: CardNote;
  there: string;
  languageName?: EventCardProps['languageName'];
}

function Note({ note, there, languageName }: NoteProps) {
  const { t } = useTranslation();
  const dates = useDates(there);
  if (note.kind === 'over') return null;
  if (note.kind === 'time')
    return (
      <time className={styles.note} dateTime={new Date(note.at).toISOString()}>
        {!isNear(note.at, dates) && `${formatShortWeekday(note.at, dates)} `}
        {formatTimes(note.at, note.endsAt, dates)}
      </time>
    );
  if (note.kind === 'language')
    return <span className={styles.note}>{note.ide === null ? '' : languageName?.(note.ide)}</span>;
  return (
    <span className={`${styles.note} ${note.few ? styles.few : ''}`}>{t('card.seatsLeft', { count: note.count })}</span>
  );
}

/** One event in a rail or grid: cover, date or LIVE, all-in price, title on two lines, host and one fact. */
export const EventCard = memo(function EventCard({
  card,
  large = false,
  eager = false,
  languageName,
  sizes,
  favorite = false,
}: EventCardProps) {
  const { t, language } = useTranslation();
  const model = eventCardModel(card);
  // Not subscribed: a page has dozens of cards, and the list was loaded before them or hardly matters.
  const written = userTextIn(card.event.event_lang_ides, useQueryClient().getQueryData(languagesQuery.queryKey));
  return (
    <div className={styles.place}>
      <Link to={model.to} className={`${styles.card} ${large ? styles.large : ''}`}>
        <span className={styles.cover}>
          <Cover
            src={card.event.event_cover_image}
            eager={eager}
            sizes={sizes ?? (large ? '(max-width: 768px) 304px, 384px' : '(max-width: 768px) 256px, 322px')}
          />
          <span className={styles.topLeft}>
            {model.live ? (
              <>
                <LivePill overPicture />
                <WatchingPill count={model.watching} />
              </>
            ) : (
              <DateLeaf at={card.event.event_date} there={card.event.event_location.data.zoneName} weekdays />
            )}
          </span>
          {!model.over && (
            <span className={styles.bottomRight}>
              {model.soldOut ? (
                <PricePill tone="soldOut">{t(model.waitlist ? 'card.waitlist' : 'card.soldOut')}</PricePill>
              ) : model.gated ? (
                <PricePill>{t('card.gated')}</PricePill>
              ) : model.price.free ? (
                <PricePill tone="free">{t('card.free')}</PricePill>
              ) : (
                <PricePill>{formatMoney(model.price.total, card.event.currency, language)}</PricePill>
              )}
            </span>
          )}
        </span>
        <span className={styles.title} {...written}>
          {model.title}
        </span>
        <span className={styles.meta}>
          <Avatar username={card.user.user_username} src={card.user.user_avatar} size={24} />
          <span className={styles.host}>{card.user.user_name}</span>
          <Note note={model.note} there={card.event.event_location.data.zoneName} languageName={languageName} />
        </span>
      </Link>
      <Heart eventUuid={card.event.event_uuid} title={model.title} listed={favorite} />
    </div>
  );
});

/** The same boxes without text. */
export function EventCardSkeleton({ large = false }: { large?: boolean }) {
  return (
    <span className={`${styles.card} ${large ? styles.large : ''}`} aria-hidden="true">
      <span className={`${styles.cover} ${styles.blank}`} />
      <span className={styles.title}>
        <span className={`${styles.blank} ${styles.blankTitle}`} />
      </span>
      <span className={styles.meta}>
        <span className={`${styles.blank} ${styles.blankFace}`} />
        <span className={`${styles.blank} ${styles.blankHost}`} />
      </span>
    </span>
  );
}
