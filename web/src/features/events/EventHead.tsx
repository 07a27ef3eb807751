import { IconCalendarEvent } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { WireEventPage } from '@frontrow/contract/events/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { formatEventTimes } from '#web/shared/format/event-time.ts';
import {
  formatDuration,
  formatLongDate,
  formatShortDateTime,
  formatTime,
  formatWeekday,
  formatWeekdayTime,
  formatZone,
  zoneCity,
} from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTakingOver } from '#web/shared/first-page.ts';
import { Link } from '#web/shared/ui/Link.tsx';
import { DateLeaf } from '#web/shared/ui/DateLeaf.tsx';
import { useUserText } from '#web/shared/catalog/user-text.ts';
import { seriesPath } from '#web/shared/ui/event-card-model.ts';
import styles from './EventHead.module.css';

/**
 * What a zone is called differs between machines, so the drawn page leaves the name to the browser and keeps this room
 * for it: without it the line wraps when the name comes, and moves the page.
 */
const zoneRoom = 'CEST';

/** The name of the reader's own zone; in a separate task, because a phone's first `Intl` object is a long one. */
function useOwnZoneName(at: number): string | undefined {
  const [name, setName] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setName(formatZone(at)));
    return () => clearTimeout(timer);
  }, [at]);
  return name;
}

/** Date leaf, title, and the start in the reader's and in the event's zone. */
export function EventHead({ page }: { page: WireEventPage }) {
  const { t } = useTranslation('event');
  const { event, user } = page;
  const written = useUserText(event.event_lang_ides);
  const zone = event.event_location.data.zoneName;
  const dates = useDates(zone);
  const ownZone = useOwnZoneName(event.event_date);
  // While the page is taken over, the time is the event's and not yet the reader's.
  const isNamed = !useTakingOver() && ownZone !== undefined;
  const sameClock =
    formatWeekdayTime(event.event_date, { ...dates, zone }) === formatWeekdayTime(event.event_date, dates);
  const city = zoneCity(zone);
  const length = event.event_duration_minutes;
  const lasts = length === undefined ? '' : `${formatDuration(length)} · `;
  const there = t('hostTime', {
    name: user.user_name.split(' ')[0]!,
    time: formatTime(event.event_date, { ...dates, zone }),
    day: formatWeekday(event.event_date, { zone }),
    city,
  });
  return (
    <header className={styles.head}>
      <div className={styles.leaf}>
        <DateLeaf at={event.event_date} size={64} there={zone} />
      </div>
      <h1 className={styles.title} {...written}>
        {event.event_title}
      </h1>
      <div className={styles.when}>
        <IconCalendarEvent size={20} stroke={1.6} aria-hidden="true" className={styles.icon} />
        <div>
          <p>
            <time dateTime={new Date(event.event_date).toISOString()}>
              {formatLongDate(event.event_date, dates)}, {formatEventTimes(event, dates)}
              {isNamed && ` ${ownZone}`}
            </time>{' '}
            <span className={isNamed ? styles.soft : styles.room}>
              {!isNamed && `${zoneRoom} `}({t('yourTime')})
            </span>
          </p>
          <p className={`${styles.other} ${styles.either}`}>
            <span>
              {lasts}
              {sameClock ? t('eventTime', { city }) : there}
            </span>
            {sameClock && (
              <span className={styles.room} aria-hidden="true">
                {lasts}
                {there}
              </span>
            )}
          </p>
          {event.series && (
            <p className={styles.series}>
              {t('series', event.series)} <Link to={seriesPath(event.series.uuid)}>{event.series.title}</Link>
            </p>
          )}
          {event.event_previous_date !== null && (
            <p className={styles.other}>
              {t('movedFrom', { when: formatShortDateTime(event.event_previous_date, dates) })}
            </p>
          )}
        </div>
      </div>
    </header>
  );
}
