import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { placeRequiredMs } from '@frontrow/core/ticketing/waiting-page.ts';
import { Navigate } from 'react-router';
import type { WireEventPage } from '@frontrow/contract/events/api.ts';
import type { PurchaseResult } from '#web/features/ticketing/checkout/purchase/purchase-state.ts';
import { lazy } from '#web/shared/lazy.tsx';
import { reloadProfile, useSession } from '#web/shared/session/session.ts';
import { themed } from '#web/shared/themed.tsx';
import { eventKey } from '#web/features/events/event-feed.ts';
import { rememberMailedTicket } from '#web/features/events/mailed-tickets.ts';
import { eventPath } from '#web/shared/ui/event-card-model.ts';
import { serverNow } from '#web/shared/server-clock.ts';
import { useCountView } from '#web/shared/use-count-view.ts';
import { useMyTicket } from '#web/features/events/use-my-ticket.ts';

/** Loads for those who come back from the wallet. */
const WalletReturn = lazy(() => import('#web/features/ticketing/checkout/WalletReturn.tsx'), ['purchase']);
/** Payment code and its texts load when somebody buys. */
const PurchaseModal = lazy(
  themed(() => import('#web/features/ticketing/checkout/PurchaseModal.tsx')),
  ['purchase'],
);
const ticketCode = themed(() => import('#web/features/ticketing/my-tickets/TicketModal.tsx'));
const TicketModal = lazy(ticketCode, ['purchase']);

export type Dialog = 'none' | 'buy' | 'ticket';

interface EventDialogsProps {
  page: WireEventPage;
  dialog: Dialog;
  /** The page was opened by the way back from a wallet. */
  fromWallet: boolean;
  onDialog: (dialog: Dialog) => void;
}

/** The modals of the event page: buying closes into the ticket. */
export default function EventDialogs({ page, dialog, fromWallet, onDialog }: EventDialogsProps) {
  const client = useQueryClient();
  const uuid = page.event.event_uuid;
  const sales = page.event.event_sales_open_date;
  const [bought, setBought] = useState<PurchaseResult | null>(null);
  const mine = useMyTicket(uuid, dialog === 'ticket' && !bought);
  const done = useCallback(
    (result: PurchaseResult) => {
      setBought(result);
      const { user } = useSession.getState();
      if ((!user || user.user_is_guest) && (result.ticket || result.mailed)) rememberMailedTicket(uuid);
      onDialog('ticket');
      void reloadProfile().catch(() => undefined);
      void client.invalidateQueries({ queryKey: eventKey(uuid) });
      void client.invalidateQueries({ queryKey: ['tickets'] });
      void client.invalidateQueries({ queryKey: ['waitlist'] });
    },
    [client, onDialog, uuid],
  );
  // Here before it is paid for: a network lost in between keeps the ticket from nobody.
  useEffect(() => {
    if (dialog === 'buy') void ticketCode().catch(() => undefined);
  }, [dialog]);
  useCountView(uuid, 'checkout', dialog === 'buy');
  const ticket = bought ? bought.ticket : (mine.data?.ticket ?? null);
  const close = () => {
    onDialog('none');
    setBought(null);
  };
  return (
    <Suspense fallback={null}>
      {fromWallet && <WalletReturn onDone={done} />}
      {dialog === 'buy' && sales !== undefined && serverNow() < sales + placeRequiredMs ? (
        <Navigate to={`${eventPath(page.event)}/waiting`} replace={window.location.search !== ''} />
      ) : (
        dialog === 'buy' && (
          <PurchaseModal event={page.event} onClose={close} onReopen={() => onDialog('buy')} onDone={done} />
        )
      )}
      {dialog === 'ticket' && (bought || ticket) && (
        <TicketModal
          event={page.event}
          ticket={ticket}
          email={bought?.email ?? null}
          mailed={bought?.mailed ?? false}
          fresh={bought !== null}
          onClose={close}
        />
      )}
    </Suspense>
  );
}
