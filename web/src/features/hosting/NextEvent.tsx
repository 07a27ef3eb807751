import { IconCheck, IconClock, IconPlayerPlay } from '@tabler/icons-react';
import { lateAfterMs } from '@frontrow/core/events/limits.ts';
import { formatCount, formatMoney } from '#web/shared/format/money.ts';
import { formatShortDate, formatShortDateTime, formatTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { rich } from '#web/shared/i18n/rich.tsx';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { useMobileDevice } from '#web/shared/mobile-device.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Cover } from '#web/shared/ui/Cover.tsx';
import { eventPath, eventPrice, eventSeats, isInteractive, roomPath } from '#web/shared/ui/event-card-model.ts';
import { Link } from '#web/shared/ui/Link.tsx';
import { LivePill, WatchingPill } from '#web/shared/ui/pills.tsx';
import { useNow } from '#web/shared/ui/use-now.ts';
import { useUserText } from '#web/shared/catalog/user-text.ts';
import { shownTitle } from '#web/shared/catalog/shown-title.ts';
import { guestsPath, resultsPath, sharePath } from '../events/index.ts';
import type { HostHome } from './home-query.ts';
import styles from './HostHome.module.css';

type Next = NonNullable<HostHome['next']>;

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const minuteMs = 60_000;

/** How long until the start, in the unit that matters. */
function StartPill({ next }: { next: Next }) {
  const { t } = useTranslation('hostarea');
  const dates = useDates();
  const now = useNow();
  const { event } = next;
  if (event.event_state === 1)
    return (
      <p className={styles.pills}>
        <LivePill />
        <WatchingPill count={next.watching} words />
      </p>
    );
  const left = event.event_date - now;
  const words = (): string => {
    if (event.event_state === 2)
      return t('next.ended', { date: formatShortDateTime(event.event_finished_date ?? event.event_date, dates) });
    if (left <= 0) return t('next.late');
    if (left >= 2 * dayMs) return t('next.startsInDays', { count: Math.round(left / dayMs) });
    const minutes = Math.ceil((left % hourMs) / minuteMs) % 60;
    const hours = Math.floor((Math.ceil(left / minuteMs) * minuteMs) / hourMs);
    return hours > 0 ? t('next.startsInHours', { hours, minutes }) : t('next.startsInMinutes', { minutes });
  };
  return (
    <p className={styles.pill} data-late={(event.event_state === 0 && left < -lateAfterMs) || undefined}>
      <IconClock size={14} stroke={2} aria-hidden="true" />
      {words()}
    </p>
  );
}

function Facts({ next }: { next: Next }) {
  const { t, language } = useTranslation('hostarea');
  const { event } = next;
  const seats = eventSeats(event);
  const { free } = eventPrice(event);
  const count = (number: number) => formatCount(number, language);
  const bold = { b: (part: string) => <b>{part}</b> };
  return (
    <p className={styles.facts}>
      <span>
        {rich(
          t(free ? 'next.seats' : 'next.sold', {
            sold: count(event.event_num_tickets_sold),
            total: count(seats.total),
          }),
          bold,
        )}
      </span>
      <span>{rich(t('next.views', { count: next.views, number: count(next.views) }), bold)}</span>
      {!free && (
        <span>{rich(t('next.revenue', { amount: formatMoney(next.revenue, event.currency, language) }), bold)}</span>
      )}
      {next.waiting > 0 && (
        <span>{rich(t('next.waiting', { count: next.waiting, number: count(next.waiting) }), bold)}</span>
      )}
    </p>
  );
}

/** The next event with the one button that helps most now. */
export function NextEvent({ next }: { next: Next }) {
  const { t } = useTranslation('hostarea');
  const dates = useDates();
  const phone = useMobileDevice();
  const { event, action } = next;
  const written = useUserText(event.event_lang_ides);
  const encoder = action === 'check' && !isInteractive(event);
  const words = encoder ? 'checkEncoder' : action;
  const target = {
    finish_set_up: '/my_influencer_payout_methods',
    share: sharePath(event.event_uuid),
    check: roomPath(event, phone),
    start: roomPath(event, phone),
    enter: roomPath(event, phone),
    see_results: resultsPath(event.event_uuid),
  }[action];
  return (
    <section className={styles.next} aria-label={t('next.label')}>
      <div className={styles.nextTop}>
        <Link to={eventPath(event)} className={styles.cover} tabIndex={-1} aria-hidden="true">
          <Cover src={event.event_cover_image} sizes="(max-width: 768px) 100vw, 312px" eager />
        </Link>
        <div className={styles.nextBody}>
          <StartPill next={next} />
          <h2 className={styles.nextTitle}>
            <Link to={eventPath(event)} {...written}>
              {shownTitle(event)}
            </Link>
          </h2>
          <p className={styles.soft}>{formatShortDateTime(event.event_date, dates)}</p>
          <Facts next={next} />
          <div className={styles.nextActions}>
            <Button
              size="lg"
              component={Link}
              to={target}
              leftSection={
                (action === 'start' || action === 'enter') && (
                  <IconPlayerPlay size={20} stroke={1.8} aria-hidden="true" />
                )
              }
            >
              {t(`action.${words}`)}
            </Button>
            <Button size="lg" variant="default" component={Link} to={guestsPath(event.event_uuid)}>
              {t('next.guests')}
            </Button>
            {action === 'share' || event.event_state === 2 ? (
              <Button size="lg" variant="default" component={Link} to={eventPath(event)}>
                {t('next.page')}
              </Button>
            ) : (
              <Button size="lg" variant="default" component={Link} to={sharePath(event.event_uuid)}>
                {t('next.share')}
              </Button>
            )}
          </div>
          <p className={styles.hint}>{t(`hint.${words}`, { time: fromTime(next, dates) })}</p>
        </div>
      </div>
      <Steps next={next} />
    </section>
  );
}

/** The time alone on the day itself. */
function fromTime({ starts_from: at }: Next, dates: { now: number }): string {
  const sameDay = formatShortDate(at, dates) === formatShortDate(dates.now, dates);
  return sameDay ? formatTime(at) : formatShortDateTime(at, dates);
}

function Steps({ next }: { next: Next }) {
  const { t } = useTranslation('hostarea');
  const dates = useDates();
  const encoder = !isInteractive(next.event);
  return (
    <ol className={styles.steps} aria-label={t('steps.label')}>
      {next.steps.map(({ step, state }) => (
        <li
          key={step}
          className={styles.step}
          data-state={state}
          aria-current={state === 'current' ? 'step' : undefined}
        >
          <span className={styles.dot} aria-hidden="true">
            {state === 'done' && <IconCheck size={14} stroke={2.6} />}
          </span>
          <span>
            {t(`steps.${step === 'check' && encoder ? 'checkEncoder' : step}`)}
            <span className="fr-visually-hidden"> ({t(`steps.${state}`)})</span>
          </span>
          {step === 'go_live' && state === 'open' && (
            <span className={styles.from}>{t('steps.from', { time: fromTime(next, dates) })}</span>
          )}
        </li>
      ))}
    </ol>
  );
}
