import { useQuery } from '@tanstack/react-query';
import type { WireWaitlistPlace } from '@frontrow/contract/ticketing/waitlist-api.ts';
import { call } from '#web/shared/api/call.ts';
import { formatEventWhen } from '#web/shared/format/event-time.ts';
import { formatTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Cover } from '#web/shared/ui/Cover.tsx';
import { eventPath } from '#web/shared/ui/event-card-model.ts';
import { Link } from '#web/shared/ui/Link.tsx';
import { useUserText } from '#web/shared/catalog/user-text.ts';
import { NotifyHint } from '#web/features/notifications/index.ts';
import styles from './WaitlistSection.module.css';

const askAgainMs = 10_000;

function Place({ place }: { place: WireWaitlistPlace }) {
  const { t } = useTranslation('waitlist');
  const dates = useDates();
  const { event } = place.event;
  const written = useUserText(event.event_lang_ides);
  const { offer, position, size } = place;
  return (
    <article className={styles.row} aria-label={event.event_title}>
      <span className={styles.cover}>
        <Cover src={event.event_cover_image} sizes="144px" />
      </span>
      <div className={styles.words}>
        <h3 className={styles.name}>
          <Link to={eventPath(event)} {...written}>
            {event.event_title}
          </Link>
        </h3>
        <p className={styles.line}>{formatEventWhen(event, dates)}</p>
        <p className={offer ? styles.offer : styles.line}>
          {offer
            ? `${t('offer')}. ${t('offerUntil', { time: formatTime(offer.expires_at, dates) })}`
            : t('place', { position: position ?? size, size })}
        </p>
      </div>
      {offer && (
        <Button component={Link} to={eventPath(event)}>
          {t('take')}
        </Button>
      )}
    </article>
  );
}

/** What the person waits for; nothing where that is nothing. */
export function WaitlistSection() {
  const { t } = useTranslation('waitlist');
  const mine = useQuery({
    queryKey: ['waitlist', 'mine'],
    queryFn: async () => (await call('GET /events/waitlist/mine')).places,
    refetchInterval: (query) => (query.state.data?.length ? askAgainMs : false),
    refetchOnWindowFocus: true,
  });
  if (!mine.data?.length) return null;
  return (
    <section className={styles.section} aria-labelledby="waitlist-mine">
      <h2 id="waitlist-mine" className={styles.title}>
        {t('mine')}
      </h2>
      <ul className={styles.list}>
        {mine.data.map((place) => (
          <li key={place.event.event.event_uuid}>
            <Place place={place} />
          </li>
        ))}
      </ul>
      <NotifyHint about="waitlist" />
    </section>
  );
}
