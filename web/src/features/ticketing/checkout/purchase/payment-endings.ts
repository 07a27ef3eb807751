import type { WireTicket } from '@frontrow/contract/ticketing/api.ts';
import { readPaymentRefusal } from './payment-refusal.ts';
import type { Step } from './purchase-phases.ts';
import type { PurchasePorts } from './purchase-ports.ts';
import type { PurchaseContext, SharedState } from './purchase-state.ts';
import type { SeatHold } from './seat-hold.ts';

export interface PurchaseParts {
  readonly context: PurchaseContext;
  readonly ports: PurchasePorts;
  readonly state: SharedState;
  readonly seat: SeatHold;
}

/** Bought. Without a ticket: it comes by mail, a `mailed` one at once, any other when the payment is through. */
export function finish({ context, state, seat }: PurchaseParts, ticket: WireTicket | null, mailed = false): void {
  seat.bought();
  const email = context.guest ? state.get().guest.email : context.email;
  state.move('finish', { challenge: null, note: null, result: { ticket, email, mailed } });
}

/** Back to the form: the bank's page was not finished, or the payment was not confirmed. The seat stays held. */
export function notConfirmed({ state }: PurchaseParts, key: 'abandoned' | 'notConfirmed', step: Step = 'fail'): void {
  state.move(step, { challenge: null, note: { key }, cardWrong: false });
}

/** Back to the form with what the refusal means. */
export function fail({ state, seat }: PurchaseParts, error: unknown): void {
  const { note, cardWrong, promoWrong, holdLost, final } = readPaymentRefusal(error);
  if (promoWrong) seat.refusePromo(error);
  if (holdLost) void seat.giveBack();
  if (final !== null) state.set({ hold: { status: 'refused', ...final } });
  state.move('fail', { challenge: null, note, cardWrong });
}
