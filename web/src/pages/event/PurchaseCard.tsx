import { IconReceiptRefund, IconShieldCheck } from '@tabler/icons-react';
import { Suspense } from 'react';
import type { WireEventPage } from '@frontrow/contract/events/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { drawnPart } from '#web/shared/drawn-part.tsx';
import { lazy } from '#web/shared/lazy.tsx';
import { useTakingOver } from '#web/shared/first-page.ts';
import { formatMoney } from '#web/shared/format/money.ts';
import { eventPath, seatsLeftOf } from '#web/shared/ui/event-card-model.ts';
import { LivePill, WatchingPill } from '#web/shared/ui/pills.tsx';
import { SeatMeter } from '#web/shared/ui/SeatMeter.tsx';
import { TicketPaper } from '#web/shared/ui/TicketPaper.tsx';
import { useWhyCancelled } from '#web/shared/ui/use-why-cancelled.ts';
import { EventActions } from '#web/features/events/EventActions.tsx';
import type { EventPageModel } from '#web/features/events/event-page-model.ts';
import styles from './PurchaseCard.module.css';
import { useMyTicket } from '#web/features/events/use-my-ticket.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { useOpenedAt } from '#web/shared/ui/use-now.ts';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { Link } from '#web/shared/ui/Link.tsx';

/** Only where the host allows it. */
const SelfCancelTerms = lazy(
  () => import('#web/features/ticketing/checkout/SelfCancelTerms.tsx'),
  ['purchase'],
  'stays',
);
/** Only for a guest who bought in this tab. */
const MailedTicket = lazy(() => import('./MailedTicket.tsx'), ['purchase']);
/** Only for who has a seat. */
const SeatSummary = lazy(() => import('./SeatSummary.tsx'), ['purchase']);
const Holders = lazy(() => import('./HoldersOnly.tsx'), ['rally']);

/** Only for a token-gated event. The drawn page leaves it out: a press before its code is there would be lost. */
export function HoldersOnly(props: Pick<PurchaseCardProps, 'page' | 'model'> & { bar?: boolean }) {
  const room = props.bar ? null : <Skeleton className={styles.seatRoom} />;
  return useTakingOver() ? (
    room
  ) : (
    <Suspense fallback={room}>
      <Holders {...props} />
    </Suspense>
  );
}
/** Only where tickets go on sale later than the event was published. */
const BeforeSale = lazy(() => import('#web/features/ticketing/waiting-page/BeforeSale.tsx'), ['waiting'], 'stays');
/** Only for a sold-out event. */
const WaitlistBox = drawnPart(
  lazy(() => import('#web/features/ticketing/waitlist/WaitlistBox.tsx'), ['waitlist']),
  <Skeleton className={styles.waitlistRoom} />,
);

export interface PurchaseCardProps {
  page: WireEventPage;
  model: EventPageModel;
  /** A guest bought in this tab: the ticket came by email. */
  mailed: boolean;
  /** Of a sold-out event: whether a seat is held for this person, who was next on the waitlist. */
  onOffer: ((offered: boolean) => void) | undefined;
  onBuy: () => void;
  onShowTicket: () => void;
}

/** The buy button in its states; the same on the card and on the phone's bar. */
export function BuyButton({
  page: { event },
  model,
  onBuy,
  bar = false,
}: Pick<PurchaseCardProps, 'page' | 'model' | 'onBuy'> & { bar?: boolean }) {
  const { t } = useTranslation('event');
  const takingOver = useTakingOver();
  const openedAt = useOpenedAt();
  if (model.offer === 'soldOut')
    return (
      <Button size="lg" fullWidth disabled>
        {t('card.soldOut')}
      </Button>
    );
  const buy = (
    <Button size="lg" fullWidth onClick={onBuy}>
      {t(model.offer === 'free' ? 'card.getSeat' : 'card.buy')}
    </Button>
  );
  const opensAt = event.event_sales_open_date ?? 0;
  // Once sales are open the drawn button stays: in a part that loads later it would be another, and a press lost.
  if (opensAt <= openedAt || takingOver) return buy;
  return (
    <Suspense fallback={buy}>
      <BeforeSale opensAt={opensAt} eventPath={eventPath(event)} bar={bar}>
        {buy}
      </BeforeSale>
    </Suspense>
  );
}

function Price({ page, model }: { page: WireEventPage; model: EventPageModel }) {
  const { t, language } = useTranslation('event');
  const money = (amount: number) => formatMoney(amount, page.event.currency, language);
  const forEverybody = model.offer !== 'gated' && model.offer !== 'closed';
  return (
    <>
      {model.live && (
        <div className={styles.live}>
          <LivePill />
          <WatchingPill count={page.watching} words />
        </div>
      )}
      <p className={styles.price}>
        {model.offer === 'gated' ? t('app:card.gated') : model.price.free ? t('card.free') : money(model.price.total)}
      </p>
      {(forEverybody || !model.price.free) && (
        <p className={styles.split}>
          {model.price.free
            ? t('card.freeLine')
            : t('card.split', { price: money(model.price.listed), fee: money(model.price.fee) })}
        </p>
      )}
    </>
  );
}

export function Seats({ page, model }: { page: WireEventPage; model: EventPageModel }) {
  const { t, language } = useTranslation('event');
  return (
    <>
      <div className={styles.counts}>
        <span>{t('app:card.peopleIn', { count: model.sold })}</span>
        <strong data-few={model.seats.few || undefined}>
          {t('app:card.seatsLeftOf', seatsLeftOf(model.seats, language))}
        </strong>
      </div>
      <SeatMeter seed={page.event.event_uuid} total={model.seats.total} free={model.seats.free} />
    </>
  );
}

function Body({ page, model, mailed, onOffer, onBuy, onShowTicket }: PurchaseCardProps) {
  const { t } = useTranslation('event');
  const why = useWhyCancelled(page);
  const takingOver = useTakingOver();
  switch (model.offer) {
    case 'seat':
      return (
        <Suspense fallback={<Skeleton className={styles.seatRoom} />}>
          <SeatSummary page={page} onShowTicket={onShowTicket} />
        </Suspense>
      );
    case 'cancelled':
    case 'finished':
      return (
        <>
          {/* That it is over, or was cancelled, is said at the top of the page. */}
          <p className={styles.split}>
            {[why, model.offer === 'cancelled' && !model.price.free && t('card.cancelledLine')]
              .filter(Boolean)
              .join(' ') || t('card.finishedLine')}
          </p>
          <Button variant="default" fullWidth component={Link} to="/" className={styles.button}>
            {t('card.discover')}
          </Button>
        </>
      );
    case 'unpublished':
      return (
        <>
          <p className={styles.note}>{t('card.unpublished')}</p>
          <p className={styles.split}>{t('card.unpublishedLine')}</p>
        </>
      );
    case 'gated':
    case 'closed':
      return (
        <>
          <Price page={page} model={model} />
          <HoldersOnly page={page} model={model} />
        </>
      );
    case 'own':
    case 'buy':
    case 'free':
    case 'soldOut':
      break;
  }
  if (mailed)
    return (
      <Suspense fallback={<Skeleton className={styles.seatRoom} />}>
        <MailedTicket eventUuid={page.event.event_uuid} />
      </Suspense>
    );
  return (
    <>
      <Price page={page} model={model} />
      <Seats page={page} model={model} />
      <div className={styles.button}>
        <BuyButton page={page} model={model} onBuy={onBuy} />
      </div>
      {model.offer === 'buy' && !onOffer && <p className={styles.held}>{t('card.held')}</p>}
      {onOffer && <WaitlistBox event={page.event} onOffer={onOffer} />}
      {page.event.event_self_cancel_hours !== null && !takingOver && (
        <Suspense>
          <SelfCancelTerms event={page.event} />
        </Suspense>
      )}
    </>
  );
}

/** What it costs and the one thing to do, and below the tear what one can do with the event. */
export function PurchaseCard(props: PurchaseCardProps) {
  const { t } = useTranslation('event');
  const { model, page } = props;
  const over = model.offer === 'finished' || model.offer === 'cancelled';
  const mine = useMyTicket(page.event.event_uuid, model.offer === 'seat');
  const refund =
    model.offer === 'seat' && mine.data?.refundable ? (
      <Link to="/live_events" className={styles.refundLink}>
        <IconReceiptRefund size={20} stroke={1.7} aria-hidden="true" />
        {t('action.refund')}
      </Link>
    ) : undefined;
  return (
    <div className={`fr-others ${styles.side}`} data-offer={model.offer} data-live={model.live}>
      <TicketPaper
        raised
        label={t('card.label')}
        stub={
          <div className={styles.stub}>
            <EventActions event={page.event} last={refund} />
          </div>
        }
      >
        <div className={`${styles.body} ${over ? '' : styles.ahead}`}>
          <Body {...props} />
        </div>
      </TicketPaper>
      {!over && !model.price.free && (
        <p className={styles.promise}>
          <IconShieldCheck size={20} stroke={1.7} aria-hidden="true" />
          {t('refundNote')}
        </p>
      )}
    </div>
  );
}
