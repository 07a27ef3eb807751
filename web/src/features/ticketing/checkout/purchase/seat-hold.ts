import type { WireOrder } from '@frontrow/contract/ticketing/api.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { emailPairValid } from '../purchase-rules.ts';
import { aboutPromo, addressHasTicket, finalCodeOf } from './payment-refusal.ts';
import type { PurchasePorts } from './purchase-ports.ts';
import type { PurchaseContext, PurchaseState, SharedState } from './purchase-state.ts';

/** Holds a seat for the address that is typed, at the price of the promo code that is applied. */
export class SeatHold {
  readonly #context: PurchaseContext;
  readonly #ports: PurchasePorts;
  readonly #state: SharedState;
  /** The address of the wanted hold; undefined when none is wanted. A hold of another address is given back. */
  #wantedFor: string | null | undefined;
  /**
   * Requests run one after the other: the first answer gives a guest's browser the secret that proves the order, and
   * a release that came late would end the next hold.
   */
  #settled: Promise<void> = Promise.resolve();
  /** Once a code was applied or removed, every request says which one counts. */
  #promoNamed = false;

  constructor(context: PurchaseContext, ports: PurchasePorts, state: SharedState) {
    this.#context = context;
    this.#ports = ports;
    this.#state = state;
  }

  /** `quiet`: the present hold stays on the screen while it is asked for again. */
  hold(quiet = false): Promise<void> {
    if (this.#context.free || !this.#hasAddress()) return Promise.resolve();
    const email = this.#state.email();
    const shown = quiet && this.#wantedFor === email && this.#state.get().hold.status === 'held';
    this.#wantedFor = email;
    if (!shown) this.#state.set({ hold: { status: 'asking' } });
    this.#settled = this.#settled.then(() => this.#request(email));
    return this.#settled;
  }

  /** Resolves when no request is under way. */
  settled(): Promise<void> {
    return this.#settled;
  }

  giveBack(): Promise<void> {
    const { hold } = this.#state.get();
    this.#wantedFor = undefined;
    this.#state.set({ hold: { status: 'none' } });
    if (hold.status !== 'held') return Promise.resolve();
    this.#settled = this.#settled.then(() => this.#release(hold.order));
    return this.#settled;
  }

  /** The seat is bought: there is no hold left to give back. */
  bought(): void {
    this.#wantedFor = undefined;
    this.#state.set({ hold: { status: 'none' } });
  }

  /** A guest typed an address: the seat follows it as soon as it is valid. */
  addressChanged(): void {
    if (this.#wantedFor !== undefined && this.#wantedFor !== this.#state.email()) void this.giveBack();
    if (this.#wantedFor === undefined && this.#hasAddress()) void this.hold();
  }

  /** Applies a code, removes it if it is empty. A guest's code waits for an address to hold a seat for. */
  applyPromo(code: string): Promise<void> {
    this.#promoNamed = true;
    this.#setPromo({ code, error: null, asking: this.#hasAddress() });
    return this.hold(true);
  }

  refusePromo(error: unknown): void {
    this.#setPromo({ code: '', error: messageOf(error), asking: false });
  }

  async #request(email: string | null): Promise<void> {
    if (this.#wantedFor !== email) return;
    try {
      const order = await this.#ports.hold(email, this.#promoNamed ? this.#state.get().promo.code : undefined);
      if (this.#wantedFor !== email) return await this.#release(order);
      const until = order.hold_expires_at;
      this.#setPromo({ asking: false });
      this.#state.set({ hold: until === null ? { status: 'none' } : { status: 'held', order, until } });
    } catch (error) {
      if (this.#wantedFor === email) await this.#refused(error, email);
    }
  }

  async #refused(error: unknown, email: string | null): Promise<void> {
    if (aboutPromo(error)) {
      this.refusePromo(error);
      // The code was refused, not the seat: it is held at its full price.
      if (this.#state.get().hold.status !== 'held') await this.#request(email);
      return;
    }
    this.#wantedFor = undefined;
    this.#setPromo({ asking: false });
    this.#state.set({
      hold: {
        status: 'refused',
        message: messageOf(error),
        final: finalCodeOf(error),
        ...(addressHasTicket(error) && { hasTicket: true }),
      },
    });
  }

  async #release(order: WireOrder): Promise<void> {
    // A seat offered from the waitlist is given up on the page alone, never by closing the checkout.
    if (order.offered) return;
    // A hold that cannot be released expires.
    await this.#ports.release(order.order_uuid, this.#state.get().begun).catch(() => undefined);
  }

  #hasAddress(): boolean {
    return !this.#context.guest || emailPairValid(this.#state.get().guest);
  }

  #setPromo(change: Partial<PurchaseState['promo']>): void {
    this.#state.set({ promo: { ...this.#state.get().promo, ...change } });
  }
}
