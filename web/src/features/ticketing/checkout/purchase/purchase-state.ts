import type { WireOrder, WireTicket } from '@frontrow/contract/ticketing/api.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { emptyGuest, type GuestErrors, type GuestFields } from '../purchase-rules.ts';
import { type Phase, purchasePhases, type Step } from './purchase-phases.ts';

export type Method = 'saved' | 'card' | 'wallet';

export type Hold =
  | { status: 'none' }
  | { status: 'asking' }
  | { status: 'held'; order: WireOrder; until: number }
  /** `final` is the code of a refusal that asking again does not change. */
  | { status: 'refused'; message: string; final: string | null; hasTicket?: boolean };

export interface PurchaseResult {
  ticket: WireTicket | null;
  /** The address the ticket mail went to. */
  email: string | null;
  /** A guest's free ticket is sent by mail and not shown. */
  mailed?: boolean;
}

/**
 * A key of `purchase.notes` in the catalogue, or the server's own sentence. `hasTicket`: the guest's address has a
 * ticket already, so its join link can be sent again.
 */
export type Note =
  | { key: 'declined' | 'abandoned' | 'notConfirmed' | 'walletLeft' }
  | { message: string; hasTicket?: boolean };

export interface PurchaseState {
  phase: Phase;
  method: Method;
  guest: GuestFields;
  remember: boolean;
  /** The applied code (empty: none), why the last one was refused, and whether the server is being asked. */
  promo: { code: string; error: string | null; asking: boolean };
  guestErrors: GuestErrors;
  /** The note is about the card. */
  cardWrong: boolean;
  /** Shown at the card field if it is about a typed card, else above the fields; announced in both places. */
  note: Note | null;
  hold: Hold;
  challenge: { url: string; returnUrl: string; intent: string } | null;
  /** A challenge or an approval was begun here, so closing the checkout ends it and gives the seat back. */
  begun: boolean;
  result: PurchaseResult | null;
}

export interface PurchaseContext {
  guest: boolean;
  free: boolean;
  /** The id of the first saved card. */
  savedCard: string | null;
  /** A known address: a guest's earlier one, or the account's. */
  email: string | null;
}

/** The state that all parts of a purchase read and change. */
export interface SharedState {
  readonly store: StoreApi<PurchaseState>;
  get(): PurchaseState;
  set(change: Partial<PurchaseState>): void;
  /** Moves to the next phase with this change. False, and nothing is changed, if the present phase has no such step. */
  move(step: Step, change?: Partial<PurchaseState>): boolean;
  /** The address to buy for; null for a logged-in person. */
  email(): string | null;
}

const firstState = ({ guest, savedCard, email }: PurchaseContext): PurchaseState => ({
  phase: purchasePhases.initial,
  method: savedCard ? 'saved' : 'card',
  guest: guest && email ? { ...emptyGuest, email, confirmEmail: email } : emptyGuest,
  remember: false,
  promo: { code: '', error: null, asking: false },
  guestErrors: {},
  cardWrong: false,
  note: null,
  hold: { status: 'none' },
  challenge: null,
  begun: false,
  result: null,
});

export function createState(context: PurchaseContext): SharedState {
  const store = createStore<PurchaseState>(() => firstState(context));
  const { getState: get, setState: set } = store;
  return {
    store,
    get,
    set,
    move(step, change = {}) {
      const phase = purchasePhases.next(get().phase, step);
      if (phase === undefined) return false;
      set({ ...change, phase });
      return true;
    },
    email: () => (context.guest ? get().guest.email : null),
  };
}

/** The promo code takes the whole price off. */
export const nothingDue = ({ hold }: Pick<PurchaseState, 'hold'>): boolean =>
  hold.status === 'held' && hold.order.total === 0;
