import { notReached } from '#web/shared/api/call.ts';
import type { PurchaseAnswer, PurchaseBody, PurchasePorts } from './purchase-ports.ts';
import { nothingDue, type PurchaseContext, type SharedState } from './purchase-state.ts';

interface Attempt {
  readonly key: string;
  readonly body: PurchaseBody;
  readonly email: string | null;
}

/**
 * Sends the purchase. While the outcome of an attempt is unknown, the next one repeats it with the same body and
 * idempotency key, so that nobody pays twice; after an answer the next one is new.
 */
export class PaymentAttempt {
  readonly #context: PurchaseContext;
  readonly #ports: PurchasePorts;
  readonly #state: SharedState;
  #unanswered: Attempt | undefined;

  constructor(context: PurchaseContext, ports: PurchasePorts, state: SharedState) {
    this.#context = context;
    this.#ports = ports;
    this.#state = state;
  }

  /** What is paid with, or for, has changed: an earlier attempt must not be repeated. */
  forget(): void {
    this.#unanswered = undefined;
  }

  async send(email: string | null): Promise<PurchaseAnswer> {
    const last = this.#unanswered?.email === email ? this.#unanswered : undefined;
    const attempt = last ?? { key: this.#ports.newKey(), body: await this.#body(), email };
    this.#unanswered = attempt;
    try {
      const answer = await this.#ports.purchase(attempt.body, email, attempt.key);
      this.forget();
      return answer;
    } catch (error) {
      if (!notReached(error)) this.forget();
      throw error;
    }
  }

  async #body(): Promise<PurchaseBody> {
    const { method, remember, promo } = this.#state.get();
    const { free, savedCard, guest } = this.#context;
    const code = promo.code === '' ? {} : { promo_code: promo.code };
    if (free || nothingDue(this.#state.get())) return code;
    if (method === 'wallet') return { ...code, paypal: true };
    if (method === 'saved' && savedCard) return { ...code, stripe_payment_method_id: savedCard };
    return { ...code, stripe_token: await this.#ports.cardToken(), remember: !guest && remember };
  }
}
