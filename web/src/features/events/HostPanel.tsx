import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import type { WireEventPage } from '@frontrow/contract/events/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { call } from '#web/shared/api/call.ts';
import { formatCount, formatMoney } from '#web/shared/format/money.ts';
import { SeatMeter } from '#web/shared/ui/SeatMeter.tsx';
import { useWhyCancelled } from '#web/shared/ui/use-why-cancelled.ts';
import { EventOver } from './EventOver.tsx';
import { EventActions } from './EventActions.tsx';
import type { EventPageModel } from './event-page-model.ts';
import styles from './HostPanel.module.css';
import { ManageEvent } from './ManageEvent.tsx';
import { Policies } from './Policies.tsx';

/** How often the length of the waitlist is asked for. */
const waitlistEveryMs = 10_000;

const Row = ({ name, value, strong }: { name: string; value: string; strong?: boolean }) => (
  <div className={styles.row} data-strong={strong}>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

function PrivateInformation({ page, model }: { page: WireEventPage; model: EventPageModel }) {
  const { t, language } = useTranslation('hosting');
  const { event } = page;
  const why = useWhyCancelled(page);
  // Loaded again whenever the event changed: a sale changes all three numbers.
  const numbers = useQuery({
    queryKey: ['event', event.event_uuid, 'private', event.event_version],
    queryFn: () => call('GET /events/:id/private', { params: { id: event.event_uuid } }),
    placeholderData: (before) => before,
    // Who joins or leaves the waitlist changes nothing that the public page shows.
    refetchInterval: model.seats.soldOut && event.event_state === 0 && waitlistEveryMs,
  });
  const config = event.ticket ?? event.ticket_streaming;
  const money = (amount: number | undefined) =>
    amount === undefined ? '–' : formatMoney(amount, event.currency, language);
  const onHold = Math.max(0, model.seats.total - model.seats.free - model.sold);
  return (
    <section className={styles.panel}>
      <h2 className={styles.title}>
        <IconLock size={20} stroke={1.8} aria-hidden="true" />
        {t('host.private')}
      </h2>
      {/* That it was cancelled is said at the top of the page. */}
      {event.event_cancelled && (why !== null || !model.price.free) && (
        <p className={styles.cancelled}>
          {[why, !model.price.free && t('event:card.cancelledLine')].filter(Boolean).join(' ')}
        </p>
      )}
      <p className={styles.gross}>{money(numbers.data?.gross_revenue)}</p>
      <p className={styles.soft}>
        {model.price.free
          ? t('host.gross')
          : t('host.grossOf', {
              count: formatCount(numbers.data?.attendees ?? model.sold, language),
              price: money(model.price.listed),
            })}
      </p>
      <dl className={styles.rows}>
        <Row
          name={t('host.sold')}
          value={t('host.soldOf', { sold: numbers.data?.attendees ?? model.sold, total: model.seats.total })}
        />
        {!model.price.free && numbers.data && <NetRows numbers={numbers.data} money={money} />}
        {!model.price.free && (
          <>
            <Row name={t('host.price')} value={money(model.price.listed)} />
            <Row name={t('host.buyerPays')} value={money(model.price.total)} />
          </>
        )}
        <Row
          name={
            model.price.free
              ? t('host.feeFree')
              : t('host.fee', {
                  min: money(config?.frontrow_min_ticket_fee ?? 0),
                  percent: config?.frontrow_ticket_fee ?? 0,
                })
          }
          value={money(numbers.data?.ticketing_fee)}
        />
        <Row name={t('host.onHold')} value={String(onHold)} />
        {numbers.data !== undefined && numbers.data.disputed > 0 && (
          <Row name={t('host.disputed')} value={money(numbers.data.disputed)} />
        )}
        {model.seats.soldOut && <Row name={t('host.waiting')} value={String(numbers.data?.waiting ?? '–')} />}
      </dl>
      <SeatMeter seed={event.event_uuid} total={model.seats.total} free={model.seats.free} />
      {!event.public && <p className={styles.unlisted}>{t('host.unlisted')}</p>}
      <ManageEvent event={event} />
      <div className={styles.actions}>
        <EventActions event={event} />
      </div>
    </section>
  );
}

type Numbers = AnswerOf<'GET /events/:id/private'>;

/** How the gross becomes what the host earns; a line that is nothing is left out. */
function NetRows({ numbers, money }: { numbers: Numbers; money: (amount: number) => string }) {
  const { t, language } = useTranslation('hosting');
  const less = (amount: number) => `−${money(amount)}`;
  const count = (tickets: number) => ({ count: tickets, number: formatCount(tickets, language) });
  return (
    <>
      {numbers.discounts > 0 && <Row name={t('host.discounts')} value={less(numbers.discounts)} />}
      {numbers.complimentary_tickets > 0 && (
        <Row name={t('host.complimentary', count(numbers.complimentary_tickets))} value={less(numbers.complimentary)} />
      )}
      {numbers.refunds > 0 && <Row name={t('host.refunds')} value={less(numbers.refunds)} />}
      {numbers.kept > 0 && <Row name={t('host.kept')} value={money(numbers.kept)} />}
      <Row name={t('host.net')} value={money(numbers.net_revenue)} strong />
      {numbers.refunded_tickets > 0 && (
        <Row name={t('host.refunded', count(numbers.refunded_tickets))} value={money(numbers.refunded)} />
      )}
    </>
  );
}

/** For the creator only: private numbers and the policies. */
export default function HostPanel({ page, model }: { page: WireEventPage; model: EventPageModel }) {
  return (
    <div className={styles.panels}>
      {page.event.event_state === 2 && !page.event.event_cancelled && <EventOver event={page.event} />}
      <PrivateInformation page={page} model={model} />
      <Policies event={page.event} />
    </div>
  );
}
