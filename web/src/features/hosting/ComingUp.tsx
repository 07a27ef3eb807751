import { IconShare3 } from '@tabler/icons-react';
import { startWindowMs } from '@frontrow/core/events/limits.ts';
import { useUserText } from '#web/shared/catalog/user-text.ts';
import { shownTitle } from '#web/shared/catalog/shown-title.ts';
import { formatCount } from '#web/shared/format/money.ts';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { useMobileDevice } from '#web/shared/mobile-device.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { DateLeaf } from '#web/shared/ui/DateLeaf.tsx';
import { eventPath, eventPrice, eventSeats, isInteractive, roomPath } from '#web/shared/ui/event-card-model.ts';
import { Link } from '#web/shared/ui/Link.tsx';
import { useNow } from '#web/shared/ui/use-now.ts';
import { changePath, guestsPath, sharePath } from '../events/index.ts';
import type { HostHome } from './home-query.ts';
import styles from './HostHome.module.css';

/** The events behind the next one; streaming is offered from the moment it is possible. */
export function ComingUp({ events, count }: { events: HostHome['upcoming']; count: number }) {
  const { t } = useTranslation('hostarea');
  return (
    <section>
      <div className={styles.sectionHead}>
        <h2 className={styles.sectionTitle}>{t('upcoming.title')}</h2>
        <Link to="/my_live_events" className="fr-link">
          {count > events.length + 1 ? t('upcoming.allOf', { count }) : t('upcoming.all')}
        </Link>
      </div>
      <ul className={styles.list}>
        {events.map((card) => (
          <UpcomingRow key={card.event.event_uuid} event={card.event} />
        ))}
      </ul>
    </section>
  );
}

function UpcomingRow({ event }: { event: HostHome['upcoming'][number]['event'] }) {
  const { t, language } = useTranslation('hostarea');
  const dates = useDates();
  const phone = useMobileDevice();
  const mayStart = useNow() >= event.event_date - startWindowMs;
  const written = useUserText(event.event_lang_ides);
  const { total } = eventSeats(event);
  const sold = event.event_num_tickets_sold;
  const title = shownTitle(event);
  return (
    <li className={styles.upcoming}>
      <DateLeaf at={event.event_date} />
      <div className={styles.upcomingText}>
        <h3>
          <Link to={eventPath(event)} {...written}>
            {title}
          </Link>
        </h3>
        <p className={styles.soft}>{formatShortDateTime(event.event_date, dates)}</p>
        <p className={styles.sold}>
          <span className={styles.bar} aria-hidden="true">
            <span style={{ width: `${total > 0 ? Math.min(100, (100 * sold) / total) : 0}%` }} />
          </span>
          {t(eventPrice(event).free ? 'upcoming.taken' : 'upcoming.sold', {
            sold: formatCount(sold, language),
            total: formatCount(total, language),
          })}
        </p>
      </div>
      <div className={styles.rowActions}>
        {mayStart && (
          <Button size="sm" variant="ink" component={Link} to={roomPath(event, phone)}>
            {t('upcoming.start')}
          </Button>
        )}
        {isInteractive(event) && event.event_state === 0 && (
          <Button
            size="sm"
            variant="default"
            component={Link}
            to={`${roomPath(event)}?rehearsal`}
            aria-label={t('upcoming.rehearseOf', { title })}
          >
            {t('upcoming.rehearse')}
          </Button>
        )}
        <Button
          size="sm"
          variant="default"
          component={Link}
          to={sharePath(event.event_uuid)}
          aria-label={t('upcoming.shareOf', { title })}
          leftSection={<IconShare3 size={16} stroke={1.7} aria-hidden="true" />}
        >
          {t('upcoming.share')}
        </Button>
        <Button
          size="sm"
          variant="default"
          component={Link}
          to={guestsPath(event.event_uuid)}
          aria-label={t('upcoming.guestsOf', { title })}
        >
          {t('upcoming.guests')}
        </Button>
        <Button
          size="sm"
          variant="default"
          component={Link}
          to={changePath(event)}
          aria-label={t('upcoming.editOf', { title })}
        >
          {t('upcoming.edit')}
        </Button>
      </div>
    </li>
  );
}
