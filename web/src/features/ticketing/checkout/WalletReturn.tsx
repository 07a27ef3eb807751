import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { text } from '#web/shared/i18n/index.ts';
import { hideToast, noticeMs, toast, toastError, toastWarning } from '#web/shared/toasts/toast.ts';
import { call, notReached } from '#web/shared/api/call.ts';
import { ApiRefusal } from '#web/shared/api/refusal.ts';
import { useSession } from '#web/shared/session/session.ts';
import type { PurchaseResult } from './purchase/purchase-state.ts';
import { clearSavedOrder, ownOrder, savedOrder, type SavedOrder, walletMarks, walletReturn } from './saved-order.ts';
import { untilKnown } from './until-known.ts';

/** A capture that is still pending is asked about so often, at this interval. */
const pendingAsksMax = 5;
const pendingAskMs = 1_500;

const confirmed = new Set<string>(['COMPLETED', 'APPROVED']);

async function confirmOrder(id: string): Promise<Pick<PurchaseResult, 'ticket'>> {
  for (let asks = 0; ; asks += 1) {
    const answer = await untilKnown(() => call('POST /payment/paypal_order', { body: { paypal_order_id: id } }));
    // APPROVED is consent (rule T4): the capture may still be under way, so ask again for the ticket.
    if (answer.ticket || (asks >= pendingAsksMax && (confirmed.has(answer.status) || answer.status === 'PENDING')))
      return { ticket: answer.ticket };
    if (answer.status !== 'PENDING' && !confirmed.has(answer.status)) throw new Error(answer.status);
    await new Promise((resolve) => setTimeout(resolve, pendingAskMs));
  }
}

/** Shows the server's reason under a title, and the general sentence where there is no other reason. */
function sayFailed(error: unknown): void {
  const general = text('purchase', 'wallet.failed');
  const reason = error instanceof ApiRefusal ? error.message : general;
  if (reason === general) return toastError(general);
  void toast(reason, { tone: 'bad', ms: noticeMs, title: text('purchase', 'wallet.failedTitle') });
}

/** Gone with the answer: it must not stand next to the ticket. */
const confirmingToast = 'wallet-confirming';

/** Orders that this page is confirming. An effect may run twice; a capture must not be requested twice at once. */
const confirming = new Set<string>();

/** False if the server could not be reached: a reload of the same address asks again. */
async function confirmOnce({ id, email }: SavedOrder, onDone: (result: PurchaseResult) => void): Promise<boolean> {
  if (confirming.has(id)) return false;
  confirming.add(id);
  void toast(text('purchase', 'wallet.confirming'), { id: confirmingToast });
  try {
    const { ticket } = await confirmOrder(id);
    clearSavedOrder();
    onDone({ ticket, email: email ?? useSession.getState().user?.user_email ?? null });
    return true;
  } catch (error) {
    sayFailed(error);
    return !notReached(error);
  } finally {
    confirming.delete(id);
    void hideToast(confirmingToast);
  }
}

/**
 * Draws nothing. The wallet returns with `?paypal_callback` or `?paypal_callback_error`. The order is confirmed if its
 * token is the saved one, and the saved order is cleared.
 */
export default function WalletReturn({ onDone }: { onDone: (result: PurchaseResult) => void }) {
  const [search, setSearch] = useSearchParams();
  useEffect(() => {
    const back = walletReturn(search);
    if (back.kind === 'none') return;
    const saved = savedOrder();
    // Somebody who moved on to another page in the meantime stays there.
    const clean = () => {
      const here = new URLSearchParams(window.location.search);
      if (walletReturn(here).kind === 'none') return;
      for (const mark of walletMarks) here.delete(mark);
      setSearch(here, { replace: true });
    };
    if (saved && ownOrder(back, saved)) return void confirmOnce(saved, onDone).then((known) => known && clean());
    clean();
    if (back.kind === 'approved') return toastError(text('purchase', 'wallet.failed'));
    clearSavedOrder();
    toastWarning(text('purchase', 'wallet.backedOut'));
  }, [search, setSearch, onDone]);
  return null;
}
