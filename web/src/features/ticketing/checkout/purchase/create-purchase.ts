import { changedGuest, guestErrors, type GuestFields } from '../purchase-rules.ts';
import { PaymentAttempt } from './payment-attempt.ts';
import { fail, notConfirmed, type PurchaseParts } from './payment-endings.ts';
import { challengeReturned, takeAnswer } from './payment-outcome.ts';
import type { PurchasePorts } from './purchase-ports.ts';
import { createState, type Method, nothingDue, type PurchaseContext } from './purchase-state.ts';
import { SeatHold } from './seat-hold.ts';

export type PurchaseFlow = ReturnType<typeof createPurchase>;

/** The purchase of one ticket; no React, no network. */
export function createPurchase(context: PurchaseContext, ports: PurchasePorts) {
  const state = createState(context);
  const seat = new SeatHold(context, ports, state);
  const attempt = new PaymentAttempt(context, ports, state);
  const parts: PurchaseParts = { context, ports, state, seat };

  function setGuest(change: Partial<GuestFields>): void {
    state.set(changedGuest(state.get(), change));
    if (change.email !== undefined || change.confirmEmail !== undefined) seat.addressChanged();
  }

  function applyPromo(typed: string): Promise<void> {
    const code = typed.trim().toUpperCase();
    if (code === state.get().promo.code) return Promise.resolve();
    attempt.forget();
    state.set({ note: null });
    return seat.applyPromo(code);
  }

  /** True if nothing is missing; else the errors are shown at their fields. */
  function validate(): boolean {
    const errors = context.guest ? guestErrors(state.get().guest) : {};
    const needsCard = !context.free && !nothingDue(state.get()) && state.get().method === 'card';
    const card = needsCard ? ports.cardProblem() : null;
    state.set({
      guestErrors: errors,
      cardWrong: card !== null,
      note: card === null ? null : { message: card },
      promo: { ...state.get().promo, error: null },
    });
    return Object.keys(errors).length === 0 && card === null;
  }

  async function pay(): Promise<void> {
    if (state.get().phase !== 'form') return;
    if (!validate() || !state.move('pay')) return;
    try {
      await seat.settled();
      const email = state.email();
      await takeAnswer(parts, await attempt.send(email), email);
    } catch (error) {
      fail(parts, error);
    }
  }

  return {
    store: state.store,
    hold: (): Promise<void> => seat.hold(),
    setGuest,
    applyPromo,
    pay,
    challengeReturned: (): Promise<void> => challengeReturned(parts),
    abandonChallenge: (): void => notConfirmed(parts, 'abandoned', 'abandon'),
    choose(method: Method): void {
      attempt.forget();
      state.set({ method, cardWrong: false, note: null });
    },
    remember: (remember: boolean): void => state.set({ remember }),
    cardTouched(): void {
      attempt.forget();
      if (state.get().cardWrong) state.set({ cardWrong: false, note: null });
    },
    /** The checkout is closed: the seat is given back unless it is being paid, here or in another tab. */
    async leave(): Promise<void> {
      const elsewhere = await ports.openElsewhere();
      if (state.get().phase === 'form' && !elsewhere) await seat.giveBack();
    },
  };
}
