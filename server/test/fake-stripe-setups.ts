import { randomUUID } from 'node:crypto';
import { type FakeCard, methodShown } from './fake-stripe-cards.ts';

interface Setup {
  status: string;
  next_action: object | null;
  readonly payment_method: { readonly id: string };
}

/** Stripe's SetupIntents, in memory: a card that is saved is one that a customer has. */
export function fakeSetups({
  cardOf,
  attached,
}: {
  readonly cardOf: (method: string) => FakeCard | undefined;
  readonly attached: Set<string>;
}) {
  const setups = new Map<string, Setup>();
  return {
    create(form: URLSearchParams): { status: number; body: object } | undefined {
      const kept = form.get('payment_method') ?? '';
      const card = cardOf(kept);
      if (!card) return undefined;
      const { does } = card;
      const id = `seti_${randomUUID()}`;
      const url = `https://hooks.stripe.com/3ds/${id}`;
      const setup = {
        id,
        object: 'setup_intent',
        customer: form.get('customer'),
        status: { pays: 'succeeded', challenges: 'requires_action', declines: 'requires_payment_method' }[does],
        created: 1_700_000_000,
        livemode: false,
        payment_method_types: ['card'],
        usage: form.get('usage') ?? 'off_session',
        payment_method: methodShown(kept, card, form.get('customer')),
        next_action: does === 'challenges' ? { type: 'redirect_to_url', redirect_to_url: { url } } : null,
      };
      setups.set(id, setup);
      if (does === 'pays') attached.add(kept);
      if (does !== 'declines') return { status: 200, body: setup };
      const error = { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' };
      return { status: 402, body: { error: { ...error, setup_intent: setup } } };
    },
    find(ref: string): { status: number; body: object } | undefined {
      const setup = setups.get(ref);
      return setup && { status: 200, body: setup };
    },
    complete(ref: string): void {
      const setup = setups.get(ref)!;
      Object.assign(setup, { status: 'succeeded', next_action: null });
      attached.add(setup.payment_method.id);
    },
  };
}
