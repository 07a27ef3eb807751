import type { WireEventCard } from '@frontrow/contract/events/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { formatMoney } from '#web/shared/format/money.ts';
import { formatEventTimes } from '#web/shared/format/event-time.ts';
import { formatShortDate } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useSession } from '#web/shared/session/session.ts';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import { Cover } from '#web/shared/ui/Cover.tsx';
import {
  eventPath,
  eventPrice,
  eventSeats,
  isInteractive,
  roomPath,
  seatsLeftOf,
} from '#web/shared/ui/event-card-model.ts';
import { FrontRow } from '#web/shared/ui/FrontRow.tsx';
import { LivePill, PicturePill, WatchingPill } from '#web/shared/ui/pills.tsx';
import { useNow } from '#web/shared/ui/use-now.ts';
import { StageBackdrop } from '#web/shared/ui/StageBackdrop.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { useUserText } from '#web/shared/catalog/user-text.ts';
import styles from './Hero.module.css';
import { heroButtons } from './hero-model.ts';
import { heroSizes } from './hero-sizes.ts';
import { formatRelative } from './relative.ts';

interface HeroProps {
  card: WireEventCard;
  categoryName: string | undefined;
  languageName: string | undefined;
}

function useHeroTexts({ card, categoryName, languageName }: HeroProps) {
  const { t, language } = useTranslation('discover');
  const now = useNow();
  const dates = useDates(card.event.event_location.data.zoneName);
  const { event } = card;
  const live = event.event_state === 1;
  const price = eventPrice(event);
  const seats = eventSeats(event);
  const money = (amount: number) => formatMoney(amount, event.currency, language);
  const ago = formatRelative(event.event_streaming_start_date ?? event.event_date, now);
  const gated = !event.event_opening_ticketing;
  const amount = price.free ? t('app:card.free') : money(price.total);
  return {
    live,
    about: [categoryName, languageName].map((name) => name && `${name} · `),
    when: live
      ? t('hero.started', { ago })
      : `${formatShortDate(event.event_date, dates)}, ${formatEventTimes(event, dates)}`,
    price: amount,
    offer: gated
      ? t('app:card.gated')
      : price.free
        ? t('hero.noCard')
        : t('hero.breakdown', { listed: money(price.listed), fee: money(price.fee) }),
    seats: seats.soldOut ? t('app:card.soldOut') : t('app:card.seatsLeftOf', seatsLeftOf(seats, language)),
  };
}

/** The one event to see now, as a stage behind the front row. */
export function Hero(props: HeroProps) {
  const { card } = props;
  const { t } = useTranslation('discover');
  const texts = useHeroTexts(props);
  const written = useUserText(card.event.event_lang_ides);
  const who = useSession(({ user }) => {
    if (user?.user_username === card.user.user_username) return 'host';
    return user?.purchased_events.includes(card.event.event_uuid) ? 'holder' : 'visitor';
  });
  const { main, second } = heroButtons(card, who, useNow());
  const line = who === 'host' ? [t('hero.own'), texts.seats] : [texts.offer, texts.seats];
  return (
    <StageBackdrop lights="none" className={styles.hero}>
      <div className={styles.picture}>
        <Cover src={card.event.event_cover_image} eager sizes={heroSizes} />
      </div>
      <div className={styles.lights} />
      <div className={`fr-column ${styles.column}`}>
        <div className={styles.text}>
          <div className={styles.pills}>
            {texts.live ? (
              <>
                <LivePill overPicture />
                <WatchingPill count={card.watching} words />
              </>
            ) : (
              <PicturePill>{t('hero.next')}</PicturePill>
            )}
            <span className={styles.kind}>
              <PicturePill>{t(isInteractive(card.event) ? 'hero.interactive' : 'hero.broadcast')}</PicturePill>
            </span>
          </div>
          <h1 className={styles.title} {...written}>
            {card.event.event_title}
          </h1>
          <div className={styles.host}>
            <Avatar username={card.user.user_username} src={card.user.user_avatar} size={44} />
            <span className={styles.who}>
              <span className={styles.name}>{card.user.user_name}</span>
              <span className={styles.when}>
                {texts.about}
                <span>{texts.when}</span>
              </span>
            </span>
          </div>
          <div className={styles.actions}>
            <Button
              component={Link}
              to={main === 'view' ? roomPath(card.event) : eventPath(card.event)}
              size="lg"
              className={styles.main}
            >
              {t(`hero.${main}`, { price: texts.price })}
            </Button>
            {second && (
              <Button component={Link} to={eventPath(card.event)} size="lg" variant="glass" className={styles.second}>
                {t('hero.see')}
              </Button>
            )}
          </div>
          <p className={styles.line}>{line.join(' · ')}</p>
        </div>
      </div>
      <div className={styles.heads}>
        <FrontRow seed="hero" />
      </div>
    </StageBackdrop>
  );
}

/** The same layout before the event is known. */
export function HeroSkeleton() {
  return (
    <StageBackdrop lights="hero" className={styles.hero}>
      <div className={`fr-column ${styles.column}`}>
        <div className={`${styles.text} ${styles.blank}`} aria-hidden="true">
          <span style={{ width: '40%', height: 28 }} />
          <span style={{ width: '92%', maxWidth: 497, height: 44 }} />
          <span style={{ width: '70%', maxWidth: 378, height: 44 }} />
          <span style={{ width: '46%', height: 20 }} />
          <span className={styles.blankButton} />
        </div>
      </div>
      <div className={styles.heads}>
        <FrontRow seed="hero" />
      </div>
    </StageBackdrop>
  );
}

/** For a product without events, and for a failed load. */
export function HeroEmpty({ failed }: { failed: boolean }) {
  const { t } = useTranslation('discover');
  return (
    <StageBackdrop lights="hero" className={styles.hero}>
      <div className={`fr-column ${styles.column}`}>
        <div className={styles.text}>
          <h1 className={styles.title}>{t('hero.emptyTitle')}</h1>
          <p className={styles.emptyLine}>{failed ? t('hero.failedText') : t('hero.emptyText')}</p>
        </div>
      </div>
      <div className={styles.heads}>
        <FrontRow seed="hero" />
      </div>
    </StageBackdrop>
  );
}
