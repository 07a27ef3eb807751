import type { WirePaymentIntent, WireTicket } from '@frontrow/contract/ticketing/api.ts';
import { fail, finish, notConfirmed, type PurchaseParts } from './payment-endings.ts';
import type { PurchaseAnswer, WalletOrder } from './purchase-ports.ts';

/** A payment that is still being processed is asked about so often, at this interval. */
const processingAsksMax = 10;
const processingAskMs = 1_500;

/** The answer to a purchase: a ticket, a bank's page in its frame, a wallet's page, or a payment to wait for. */
export async function takeAnswer(parts: PurchaseParts, answer: PurchaseAnswer, email: string | null): Promise<void> {
  const { payment_intent: intent, payment_order: order, ticket } = answer;
  const { context, state } = parts;
  if (order) return goToWallet(parts, order, email);
  if (!intent) return finish(parts, ticket, context.guest && ticket === null);
  const redirect = intent.next_action?.redirect_to_url;
  if (intent.status === 'requires_action' && redirect) {
    const challenge = { url: redirect.url, returnUrl: redirect.return_url, intent: intent.id };
    return void state.move('challenge', { challenge, begun: true });
  }
  state.move('confirm');
  return settle(parts, intent, ticket);
}

/** The bank's page came back: the server asks the provider for the outcome. */
export async function challengeReturned(parts: PurchaseParts): Promise<void> {
  const { ports, state } = parts;
  const { challenge } = state.get();
  if (!challenge || !state.move('confirm')) return;
  try {
    const { status, ticket } = await ports.confirmCard(challenge.intent);
    await settle(parts, { id: challenge.intent, status }, ticket);
  } catch (error) {
    fail(parts, error);
  }
}

type Intent = Pick<WirePaymentIntent, 'id' | 'status'>;

async function settle(
  parts: PurchaseParts,
  { id, status }: Intent,
  ticket: WireTicket | null,
  asks = 0,
): Promise<void> {
  // A payment that was ended has a ticket where another tab of the buyer paid.
  if (status === 'succeeded' || ticket?.ticket_state === 'valid') return finish(parts, ticket);
  if (status === 'requires_action') return notConfirmed(parts, 'abandoned');
  if (status === 'failed' || status === 'canceled') return notConfirmed(parts, 'notConfirmed');
  // The provider takes longer than anybody should wait here: the ticket comes by mail.
  if (asks >= processingAsksMax) return finish(parts, null);
  await parts.ports.wait(processingAskMs);
  const next = await parts.ports.confirmCard(id);
  return settle(parts, { id, status: next.status }, next.ticket, asks + 1);
}

/** To the approval page. After "Back" any way to pay is open again, unless another page has bought the ticket. */
async function goToWallet(parts: PurchaseParts, { id, links }: WalletOrder, email: string | null): Promise<void> {
  const { ports, state, seat } = parts;
  const link = links.find(({ rel }) => rel === 'approve') ?? links[0];
  if (!link) return notConfirmed(parts, 'notConfirmed');
  state.move('leave', { begun: true });
  await ports.goToWallet({ id, email }, link.href);
  state.move('comeBack');
  await seat.hold(true);
  const { phase, hold } = state.get();
  if (phase === 'form' && hold.status === 'held') state.set({ note: { key: 'walletLeft' } });
}
