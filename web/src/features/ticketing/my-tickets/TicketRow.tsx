import { IconCalendarPlus, IconTicket } from '@tabler/icons-react';
import { useState } from 'react';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { saveToCalendar, seatPlace } from '#web/features/events/index.ts';
import { ReviewButton, useMayReview } from '#web/features/reviews/index.ts';
import { formatMoney } from '#web/shared/format/money.ts';
import { formatEventTimes, formatEventWhen } from '#web/shared/format/event-time.ts';
import { formatShortDate, formatShortDateTime } from '#web/shared/format/time.ts';
import { eventPath, roomPath } from '#web/shared/ui/event-card-model.ts';
import { LivePill } from '#web/shared/ui/pills.tsx';
import { ReplayRefundLine } from '#web/shared/ui/ReplayRefundLine.tsx';
import { TicketPaper } from '#web/shared/ui/TicketPaper.tsx';
import { useNow } from '#web/shared/ui/use-now.ts';
import { useWhyCancelled } from '#web/shared/ui/use-why-cancelled.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { useUserText } from '#web/shared/catalog/user-text.ts';
import { shownTitle } from '#web/shared/catalog/shown-title.ts';
import { RefundDialog } from './RefundDialog.tsx';
import { TicketCover } from './TicketCover.tsx';
import { daysAhead, type MyTicket, type TicketState, ticketState, voidText } from './ticket-row-model.ts';
import styles from './TicketRow.module.css';

function useWhen(event: WireEvent, state: TicketState, now: number): string {
  const { t } = useTranslation('tickets');
  if (state === 'live') return t('now');
  if (state === 'doors') return t('doorsOpen');
  if (state === 'late') return t('late');
  const days = daysAhead(event.event_date, now);
  const time = formatEventTimes(event);
  if (state === 'upcoming' && days === 0) return t('today', { time });
  if (state === 'upcoming' && days === 1) return t('tomorrow', { time });
  return formatEventWhen(event, { now });
}

const open: ReadonlySet<TicketState> = new Set(['live', 'doors', 'late']);
const gone: ReadonlySet<TicketState> = new Set(['past', 'refunded', 'refunding', 'transferred', 'disputed']);

function Stub({ mine, state, now }: { mine: MyTicket; state: TicketState; now: number }) {
  const { t } = useTranslation('tickets');
  const { ticket, event } = mine;
  const free = ticket.order.total === 0;
  const freeTitle = event.event.event_cancelled ? 'cancelled' : 'givenBack';
  if (state === 'transferred')
    return (
      <div className={styles.stub}>
        <div className={styles.void}>
          <strong>{t('transferred')}</strong>
          <span>{t(voidText(mine, state))}</span>
        </div>
      </div>
    );
  if (state === 'refunded' || state === 'refunding' || state === 'disputed')
    return (
      <div className={styles.stub}>
        <div className={styles.void}>
          <strong>{t(free ? freeTitle : state)}</strong>
          <span>{t(voidText(mine, state))}</span>
        </div>
      </div>
    );
  if (ticket.replay)
    return (
      <div className={styles.stub}>
        <Button fullWidth component={Link} to={`/replay/${ticket.event_uuid}`}>
          {t('watchReplay')}
        </Button>
      </div>
    );
  return (
    <div className={styles.stub}>
      <div className={styles.side}>
        <span className={styles.code}>{ticket.ticket_code}</span>
        <span className={styles.phoneOnly}>
          {state === 'past' ? (
            <span className={styles.hint}>{t('over', { date: formatShortDate(event.event.event_date, { now }) })}</span>
          ) : open.has(state) ? (
            <Button fullWidth component={Link} to={roomPath(event.event)}>
              {t('view')}
            </Button>
          ) : (
            <span className={styles.hint}>{t(event.event.event_private ? 'doorsMeeting' : 'doors')}</span>
          )}
        </span>
      </div>
    </div>
  );
}

interface PartProps {
  mine: MyTicket;
  state: TicketState;
  paid: string;
}

function Facts({ mine, state, paid, now }: PartProps & { now: number }) {
  const { t } = useTranslation('tickets');
  const { ticket, event: card } = mine;
  const when = useWhen(card.event, state, now);
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t('when')}</dt>
        <dd>{card.event.event_cancelled ? t('cancelled') : ticket.replay ? t('replay') : when}</dd>
      </div>
      <div className={styles.host}>
        <dt>{t('host')}</dt>
        <dd>{card.user.user_name}</dd>
      </div>
      {!card.event.event_private && !ticket.replay && (
        <div>
          <dt>{t('seat')}</dt>
          <dd>{t('place', seatPlace(ticket.ticket_seat))}</dd>
        </div>
      )}
      {mine.bought !== false && (
        <div className={styles.paid}>
          <dt>{t('paid')}</dt>
          <dd>{paid}</dd>
        </div>
      )}
    </dl>
  );
}

function Actions({ mine, state, paid, onRefund }: PartProps & { onRefund: () => void }) {
  const { t } = useTranslation('tickets');
  const { event } = mine.event;
  const room = open.has(state) ? roomPath(event) : undefined;
  const mayReview = useMayReview(event.event_uuid, state === 'past');
  return (
    <div className={styles.actions}>
      {room && (
        <Button component={Link} to={room} className={styles.desktopOnly}>
          {t('view')}
        </Button>
      )}
      {event.event_private && !gone.has(state) && (
        <Button variant="default" component={Link} to={eventPath(event)}>
          {t('meeting')}
        </Button>
      )}
      {state === 'upcoming' && !event.event_private && (
        <Button
          variant="default"
          leftSection={<IconCalendarPlus size={18} stroke={1.7} aria-hidden="true" />}
          onClick={() => saveToCalendar(event)}
        >
          {t('calendar')}
        </Button>
      )}
      {!gone.has(state) && (
        <Button
          variant="default"
          leftSection={<IconTicket size={18} stroke={1.7} aria-hidden="true" />}
          component={Link}
          to={`/ticket/${mine.ticket.ticket_uuid}`}
        >
          {t('page.open')}
        </Button>
      )}
      {gone.has(state) && (
        <Button variant="default" component={Link} to={eventPath(event)}>
          {t(event.event_private ? 'meeting' : 'event')}
        </Button>
      )}
      {mayReview && <ReviewButton eventUuid={event.event_uuid} title={shownTitle(event)} variant="ink" />}
      {mine.refundable && (
        <Button variant={state === 'late' ? 'ink' : 'quiet'} onClick={onRefund}>
          {t('refund')}
        </Button>
      )}
      {mine.bought !== false && <span className={styles.price}>{paid}</span>}
    </div>
  );
}

/** One ticket: picture, facts, actions and code. */
export function TicketRow({ mine }: { mine: MyTicket }) {
  const { t, language } = useTranslation('tickets');
  const now = useNow();
  const [refunding, setRefunding] = useState(false);
  const { ticket, event: card } = mine;
  const { event } = card;
  const written = useUserText(event.event_lang_ides);
  const state = ticketState(mine, now);
  const paid = ticket.order.total > 0 ? formatMoney(ticket.order.total, event.currency, language) : t('free');
  const why = useWhyCancelled(card);
  return (
    <TicketPaper direction="side" raised label={shownTitle(event)} stub={<Stub mine={mine} state={state} now={now} />}>
      <div className={styles.main}>
        <Link
          to={eventPath(event)}
          className={`${styles.cover} ${gone.has(state) ? styles.gone : ''}`}
          tabIndex={-1}
          aria-hidden="true"
        >
          <TicketCover event={event} sizes="(max-width: 768px) 100vw, 336px" />
          {state === 'live' && (
            <span className={styles.live}>
              <LivePill overPicture />
            </span>
          )}
        </Link>
        <div className={styles.body}>
          <h2 className={styles.title}>
            <Link to={eventPath(event)} {...written}>
              {shownTitle(event)}
            </Link>
          </h2>
          <Facts mine={mine} state={state} paid={paid} now={now} />
          {mine.refundable && event.event_previous_date !== null && state === 'upcoming' && (
            <p className={styles.moved}>
              {t('moved', { when: formatShortDateTime(event.event_previous_date, { now }) })}
            </p>
          )}
          {mine.replay_refund && <ReplayRefundLine refund={mine.replay_refund} className={styles.why} />}
          {why && <p className={styles.why}>{why}</p>}
          <Actions mine={mine} state={state} paid={paid} onRefund={() => setRefunding(true)} />
        </div>
      </div>
      {refunding && <RefundDialog mine={mine} onClose={() => setRefunding(false)} />}
    </TicketPaper>
  );
}
