import type { AnswerOf, BodyOf } from '@frontrow/contract/api.ts';
import type { WireOrder, WirePaymentIntent, WireTicket } from '@frontrow/contract/ticketing/api.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { ApiRefusal, messageOf } from '#web/shared/api/refusal.ts';
import { typedEmail } from '#web/shared/typed-email.ts';
import { emailPairValid, emptyGuest, guestErrors, type GuestErrors, type GuestFields } from './purchase-rules.ts';

export type Method = 'saved' | 'card' | 'wallet';

export type Hold =
  | { status: 'none' }
  | { status: 'asking' }
  | { status: 'held'; order: WireOrder; until: number }
  /** The server said no; `final` is the code of a "no" that trying again does not change. */
  | { status: 'refused'; message: string; final: string | null };

/** `form` → `paying` → (`challenge` → `confirming`) → `done`; `leaving` for the wallet's own page. */
export type Step = 'form' | 'paying' | 'challenge' | 'confirming' | 'leaving' | 'done';

export interface PurchaseResult {
  ticket: WireTicket | null;
  /** Where the ticket mail went. */
  email: string | null;
  /** A guest's free ticket is in the mail and nowhere else. */
  mailed?: boolean;
}

/** Keys of `purchase.notes` in the catalogue, or the server's own words. */
export type Note = { key: 'declined' | 'abandoned' | 'notConfirmed' | 'walletLeft' } | { message: string };

export interface PurchaseState {
  step: Step;
  method: Method;
  guest: GuestFields;
  remember: boolean;
  /** The code that counts (empty: none), why the last one did not, and whether the server is being asked. */
  promo: { code: string; error: string | null; asking: boolean };
  guestErrors: GuestErrors;
  /** The note is about the card. */
  cardWrong: boolean;
  /** Beside the card field where it is about what is typed there, above the fields else; said aloud. */
  note: Note | null;
  hold: Hold;
  challenge: { url: string; returnUrl: string; intent: string } | null;
  result: PurchaseResult | null;
}

/** A card token that could not be made: the provider's message. */
export class CardFieldError extends Error {}

type Body = Omit<BodyOf<'POST /events/purchase'>, 'event_uuid' | 'type'>;
type Purchase = AnswerOf<'POST /events/purchase'>;

/** Everything the flow needs from outside; `email` is null for logged-in people. */
export interface PurchasePorts {
  /** `promoCode`: undefined leaves the price as it is, empty takes a code back. */
  hold(email: string | null, promoCode: string | undefined): Promise<WireOrder>;
  /** `begun`: an unfinished challenge or approval of this checkout is ended too; one that another tab began never is. */
  release(orderUuid: string, begun: boolean): Promise<unknown>;
  /** The checkout is closed here. Whether another tab has one of this event open, which has the same hold. */
  openElsewhere(): Promise<boolean>;
  purchase(body: Body, email: string | null, idempotencyKey: string): Promise<Purchase>;
  confirmCard(intent: string): Promise<AnswerOf<'POST /payment/stripe_intent'>>;
  /** Throws `CardFieldError`. */
  cardToken(): Promise<string>;
  newKey(): string;
  /** Saves order id and e-mail for the return, then goes to the approval page. Resolves when this page is shown again ("Back"). */
  goToWallet(order: { id: string; email: string | null }, href: string): Promise<void>;
  /** Shows a snackbar without announcing it: the note is announced. */
  say(message: string): void;
  /** The snackbar of a payment that was not confirmed. */
  sayNotConfirmed(): void;
  /** Takes it away: what it said is over. */
  hush(): void;
  wait(ms: number): Promise<void>;
}

export interface PurchaseContext {
  guest: boolean;
  free: boolean;
  /** First saved card's id. */
  savedCard: string | null;
  /** Known address: a guest's earlier one, or the account's. */
  email: string | null;
}

/** A payment that is still being processed is asked about this often, this far apart. */
const processingAsksMax = 10;
const processingAskMs = 1_500;

/** Refusals after which a hold is not worth asking for again. */
const finalRefusals = [
  'sold_out',
  'already_has_ticket',
  'own_event',
  'ticketing_closed',
  'event_over',
  'event_cancelled',
  'token_gated',
];

/** The promo code took the whole price off: nothing is asked for. */
export const nothingDue = ({ hold }: Pick<PurchaseState, 'hold'>): boolean =>
  hold.status === 'held' && hold.order.total === 0;

export type PurchaseFlow = ReturnType<typeof createPurchase>;

/** The purchase of one ticket as a state machine; no React, no network of its own. */
export function createPurchase(context: PurchaseContext, ports: PurchasePorts) {
  const store: StoreApi<PurchaseState> = createStore<PurchaseState>(() => ({
    step: 'form',
    method: context.savedCard ? 'saved' : 'card',
    guest: {
      ...emptyGuest,
      ...(context.guest && context.email ? { email: context.email, confirmEmail: context.email } : {}),
    },
    remember: false,
    promo: { code: '', error: null, asking: false },
    guestErrors: {},
    cardWrong: false,
    note: null,
    hold: { status: 'none' },
    challenge: null,
    result: null,
  }));
  const set = (change: Partial<PurchaseState>): void => store.setState(change);
  const get = (): PurchaseState => store.getState();
  const emailNow = (): string | null => (context.guest ? get().guest.email : null);

  /** The address the present hold was asked for; holds of other addresses are given back. */
  let heldFor: string | null | undefined;
  /** Holds are asked one after the other, and paid after them: the first answer brings a guest's browser the secret it proves the order with. */
  let holding: Promise<void> = Promise.resolve();
  /** Once a code was named, every hold says which one counts. */
  let promoNamed = false;
  /** A challenge or an approval was begun here: whoever leaves it unfinished and closes the checkout gives the seat back, too. */
  let begun = false;
  /** One attempt: the same key and body again while its outcome is unknown, a new key after an answer. */
  let attempt: { key: string; body: Body; email: string | null } | null = null;

  async function giveBack(): Promise<void> {
    const held = get().hold;
    heldFor = undefined;
    set({ hold: { status: 'none' } });
    if (held.status === 'held') await ports.release(held.order.order_uuid, begun).catch(() => undefined);
  }

  const finalCode = (error: unknown): string | null =>
    (error instanceof ApiRefusal && finalRefusals.find((code) => error.is(code))) || null;

  /** `quiet`: what is held stays on the screen while its price is asked for. */
  function hold(quiet = false): Promise<void> {
    const email = emailNow();
    if (context.free || (context.guest && !emailPairValid(get().guest))) return Promise.resolve();
    const kept = quiet && heldFor === email && get().hold.status === 'held';
    heldFor = email;
    if (!kept) set({ hold: { status: 'asking' } });
    holding = holding.then(() => askForHold(email));
    return holding;
  }

  async function askForHold(email: string | null): Promise<void> {
    if (heldFor !== email) return;
    try {
      const { code } = get().promo;
      const order = await ports.hold(email, promoNamed ? code : undefined);
      if (heldFor !== email) return void ports.release(order.order_uuid, begun).catch(() => undefined);
      set({
        hold:
          order.hold_expires_at === null ? { status: 'none' } : { status: 'held', order, until: order.hold_expires_at },
        promo: { ...get().promo, asking: false },
      });
    } catch (error) {
      if (heldFor !== email) return;
      if (promoRefused(error)) return get().hold.status === 'held' ? undefined : askForHold(email);
      heldFor = undefined;
      set({
        hold: { status: 'refused', message: messageOf(error), final: finalCode(error) },
        promo: { ...get().promo, asking: false },
      });
    }
  }

  /** A code that does not count is taken off again; true when that was what the server said. */
  function promoRefused(error: unknown): boolean {
    const about = error instanceof ApiRefusal && error.errors.some(({ field }) => field === 'promo_code');
    if (about) set({ promo: { code: '', error: messageOf(error), asking: false } });
    return about;
  }

  /** Applies a code, or takes it back when empty. A guest's waits until there is an address to hold a seat for. */
  function applyPromo(typed: string): Promise<void> {
    const code = typed.trim().toUpperCase();
    if (code === get().promo.code) return Promise.resolve();
    promoNamed = true;
    attempt = null;
    set({ promo: { code, error: null, asking: !context.guest || emailPairValid(get().guest) }, note: null });
    return hold(true);
  }

  function setGuest(change: Partial<GuestFields>): void {
    const next = { ...get().guest, ...change };
    if (change.email !== undefined) next.email = typedEmail(change.email);
    if (change.confirmEmail !== undefined) next.confirmEmail = typedEmail(change.confirmEmail);
    // An error goes away as soon as it is being worked on; new ones come on the next try to pay.
    const errors = { ...get().guestErrors };
    if (change.email !== undefined) delete errors.email;
    if (change.email !== undefined || change.confirmEmail !== undefined) delete errors.confirmEmail;
    if (change.privacy !== undefined || change.terms !== undefined) delete errors.accept;
    set({ guest: next, guestErrors: errors });
    if (heldFor !== undefined && heldFor !== next.email) void giveBack();
    if (
      heldFor === undefined &&
      emailPairValid(next) &&
      (change.email !== undefined || change.confirmEmail !== undefined)
    )
      void hold();
  }

  async function bodyOf(): Promise<Body> {
    const { method, remember, promo } = get();
    const code = promo.code === '' ? {} : { promo_code: promo.code };
    if (context.free || nothingDue(get())) return code;
    if (method === 'wallet') return { ...code, paypal: true };
    if (method === 'saved' && context.savedCard) return { ...code, stripe_payment_method_id: context.savedCard };
    return { ...code, stripe_token: await ports.cardToken(), remember: !context.guest && remember };
  }

  function done(ticket: WireTicket | null, mailed = false): void {
    heldFor = undefined;
    set({
      step: 'done',
      hold: { status: 'none' },
      challenge: null,
      note: null,
      result: { ticket, email: context.guest ? get().guest.email : context.email, mailed },
    });
  }

  function refused(note: Note, cardWrong = false): void {
    set({ step: 'form', challenge: null, note, cardWrong });
  }

  function unconfirmed(key: 'abandoned' | 'notConfirmed'): void {
    ports.sayNotConfirmed();
    refused({ key });
  }

  async function settle(
    status: WirePaymentIntent['status'],
    intent: string,
    ticket: WireTicket | null,
    asks = 0,
  ): Promise<void> {
    if (status === 'succeeded') return done(ticket);
    if (status === 'requires_action') return unconfirmed('abandoned');
    if (status === 'failed' || status === 'canceled') return unconfirmed('notConfirmed');
    // Still processing: the ticket comes by mail when the provider takes longer than we want to make anybody wait.
    if (asks >= processingAsksMax) return done(null);
    await ports.wait(processingAskMs);
    const next = await ports.confirmCard(intent);
    return settle(next.status, intent, next.ticket, asks + 1);
  }

  /** Back in the checkout instead of at the return address: any way to pay is open again. Another page may have bought meanwhile. */
  async function backFromWallet(): Promise<void> {
    begun = true;
    set({ step: 'form' });
    await hold(true);
    const { step, hold: left } = get();
    if (step === 'form' && left.status === 'held') set({ note: { key: 'walletLeft' } });
  }

  async function take(answer: Purchase, email: string | null): Promise<void> {
    const { payment_intent: intent, payment_order: order } = answer;
    if (order) {
      const link = order.links.find(({ rel }) => rel === 'approve') ?? order.links[0];
      if (!link) return unconfirmed('notConfirmed');
      set({ step: 'leaving' });
      await ports.goToWallet({ id: order.id, email }, link.href);
      return backFromWallet();
    }
    if (!intent) return done(answer.ticket, context.guest && answer.ticket === null);
    const redirect = intent.next_action?.redirect_to_url;
    if (intent.status === 'requires_action' && redirect) {
      begun = true;
      return set({
        step: 'challenge',
        challenge: { url: redirect.url, returnUrl: redirect.return_url, intent: intent.id },
      });
    }
    set({ step: 'confirming' });
    return settle(intent.status, intent.id, answer.ticket);
  }

  function failed(error: unknown): void {
    if (error instanceof CardFieldError) return refused({ message: error.message }, true);
    const message = messageOf(error);
    ports.say(message);
    if (!(error instanceof ApiRefusal)) return refused({ message });
    if (promoRefused(error)) return refused({ message });
    if (error.is('card_declined')) return refused({ key: 'declined' }, true);
    if (error.is('card_invalid') || error.is('payment_method_unknown')) return refused({ message }, true);
    if (error.is('hold_expired') || error.is('paid_late')) void giveBack();
    const final = finalCode(error);
    if (final) set({ hold: { status: 'refused', message, final } });
    refused({ message });
  }

  async function pay(): Promise<void> {
    const { step, guest } = get();
    if (step !== 'form') return;
    ports.hush();
    const errors = context.guest ? guestErrors(guest) : {};
    set({ guestErrors: errors, cardWrong: false, note: null, promo: { ...get().promo, error: null } });
    if (Object.keys(errors).length > 0) return;
    set({ step: 'paying' });
    try {
      await holding;
      const email = emailNow();
      if (!attempt || attempt.email !== email) attempt = { key: ports.newKey(), body: await bodyOf(), email };
      const answer = await ports.purchase(attempt.body, attempt.email, attempt.key);
      attempt = null;
      await take(answer, email);
    } catch (error) {
      // Without an answer nobody knows whether it went through: the next try must be the very same one.
      // 503 is also what is said when the database goes away between the ticket and the answer.
      const unknown = error instanceof ApiRefusal && [0, 502, 503, 504].includes(error.status);
      if (!unknown) attempt = null;
      failed(error);
    }
  }

  /** The bank's page came back: the server asks the provider how it stands. */
  async function challengeReturned(): Promise<void> {
    const { challenge, step } = get();
    if (!challenge || step !== 'challenge') return;
    set({ step: 'confirming' });
    try {
      const answer = await ports.confirmCard(challenge.intent);
      await settle(answer.status, challenge.intent, answer.ticket);
    } catch (error) {
      failed(error);
    }
  }

  return {
    store,
    hold: (): Promise<void> => hold(),
    setGuest,
    applyPromo,
    pay,
    challengeReturned,
    /** Another way to pay: what was said about the last one is over. */
    choose: (method: Method): void => {
      attempt = null;
      set({ method, cardWrong: false, note: null });
    },
    remember: (remember: boolean): void => set({ remember }),
    /** The card is being edited: its old error and the old attempt's token are over. */
    cardTouched: (): void => {
      attempt = null;
      if (get().cardWrong) set({ cardWrong: false, note: null });
    },
    /** The checkout is closed: its seat is free for others, and for who comes back. What is being paid, here or in another tab, is left alone. */
    leave: async (): Promise<void> => {
      ports.hush();
      const elsewhere = await ports.openElsewhere();
      if (get().step === 'form' && !elsewhere) await giveBack();
    },
    /** A challenge abandoned keeps the hold. */
    abandonChallenge: (): void => unconfirmed('abandoned'),
  };
}
