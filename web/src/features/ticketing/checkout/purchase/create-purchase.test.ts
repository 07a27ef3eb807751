import { describe, expect, it, vi } from 'vitest';
import { eventually } from '#web/shared/test/eventually.ts';
import type { WireOrder, WireTicket } from '@frontrow/contract/ticketing/api.ts';
import { ApiRefusal } from '#web/shared/api/refusal.ts';
import { CardFieldError } from '../card-source.ts';
import { createPurchase } from './create-purchase.ts';
import { hasItAlready } from './payment-refusal.ts';
import type { PurchasePorts } from './purchase-ports.ts';
import type { PurchaseContext } from './purchase-state.ts';

const order = { order_uuid: 'o1', hold_expires_at: 1000 } as WireOrder;
const ticket = { ticket_uuid: 't1', ticket_state: 'valid' } as WireTicket;
const refusal = (status: number, code: string, message = code) => new ApiRefusal(status, [{ message, code }]);
const intent = (status: string, redirect = false) => ({
  payment_intent: {
    id: 'pi',
    status,
    amount: 1,
    currency: 'EUR',
    next_action: redirect ? { redirect_to_url: { url: '/bank', return_url: '/back' } } : null,
  },
  order,
  ticket: status === 'succeeded' ? ticket : null,
});

function stage(context: Partial<PurchaseContext> = {}, over: Partial<Record<keyof PurchasePorts, unknown>> = {}) {
  let keys = 0;
  const ports = {
    hold: vi.fn(async () => order),
    release: vi.fn(async () => undefined),
    openElsewhere: vi.fn(async () => false),
    purchase: vi.fn(async () => intent('succeeded')),
    confirmCard: vi.fn(async () => ({ status: 'succeeded', order, ticket })),
    cardToken: vi.fn(async () => 'tok'),
    newKey: () => `key${++keys}`,
    goToWallet: vi.fn(() => new Promise<void>(() => undefined)),
    cardProblem: vi.fn((): string | null => null),
    wait: async () => undefined,
    ...over,
  };
  const flow = createPurchase(
    { guest: false, free: false, savedCard: null, email: null, ...context },
    ports as unknown as PurchasePorts,
  );
  return { flow, ports, state: () => flow.store.getState() };
}

const fillGuest = (flow: ReturnType<typeof stage>['flow']) => {
  flow.setGuest({ email: 'Ada@X.org' });
  flow.setGuest({ confirmEmail: 'ada@x.org' });
  flow.setGuest({ privacy: true, terms: true });
};

describe('a guest', () => {
  it('a guest cannot pay while fields are missing', async () => {
    const { flow, ports, state } = stage({ guest: true });
    await flow.pay();
    expect(state()).toMatchObject({ phase: 'form', guestErrors: { email: 'emailMissing', accept: 'accept' } });
    expect(ports.purchase).not.toHaveBeenCalled();
  });

  it('a guest gets a hold once both email addresses are valid and equal', async () => {
    const { flow, ports, state } = stage({ guest: true });
    await flow.hold();
    flow.setGuest({ email: 'ada@x.org' });
    expect(ports.hold).not.toHaveBeenCalled();
    flow.setGuest({ confirmEmail: 'ada@x.org' });
    await eventually(() => expect(state().hold.status).toBe('held'));
    expect(ports.hold).toHaveBeenCalledWith('ada@x.org', undefined);
  });

  it('a changed email address releases the seat', async () => {
    const { flow, ports, state } = stage({ guest: true });
    fillGuest(flow);
    await eventually(() => expect(state().hold.status).toBe('held'));
    flow.setGuest({ email: 'eve@x.org' });
    expect(state().hold.status).toBe('none');
    await eventually(() => expect(ports.release).toHaveBeenCalledWith('o1', false));
  });

  it('a seat is released before the next one is held, even if it was held too late', async () => {
    const calls: string[] = [];
    const answers: (() => void)[] = [];
    const asked = (call: string): Promise<WireOrder> => {
      calls.push(call);
      return new Promise((resolve) => answers.push(() => resolve(order)));
    };
    const answer = async (call: string): Promise<void> => {
      await eventually(() => expect(calls.at(-1)).toBe(call));
      answers.at(-1)!();
    };
    const { flow } = stage({ guest: true }, { hold: (email: string) => asked(email), release: () => asked('release') });
    const change = (email: string): void => {
      flow.setGuest({ email });
      flow.setGuest({ confirmEmail: email });
    };
    change('ada@x.org');
    await answer('ada@x.org');
    await eventually(() => expect(flow.store.getState().hold.status).toBe('held'));
    change('eve@x.org');
    await answer('release');
    await eventually(() => expect(calls.at(-1)).toBe('eve@x.org'));
    change('ida@x.org');
    await answer('eve@x.org');
    await answer('release');
    await answer('ida@x.org');
    expect(calls).toEqual(['ada@x.org', 'release', 'eve@x.org', 'release', 'ida@x.org']);
  });

  it('holds are sent one after the other before the payment, because each answer proves the order to the next call', async () => {
    const calls: string[] = [];
    let answer: (held: WireOrder) => void = () => undefined;
    const { flow } = stage(
      { guest: true },
      {
        hold: (email: string) => {
          calls.push(`hold ${email}`);
          return new Promise<WireOrder>((resolve) => void (answer = resolve));
        },
        purchase: async () => {
          calls.push('purchase');
          return intent('succeeded');
        },
      },
    );
    fillGuest(flow);
    await eventually(() => expect(calls).toEqual(['hold ada@x.org']));
    flow.setGuest({ email: 'eve@x.org' });
    flow.setGuest({ confirmEmail: 'eve@x.org' });
    const paying = flow.pay();
    expect(calls).toEqual(['hold ada@x.org']);
    answer(order);
    await eventually(() => expect(calls).toEqual(['hold ada@x.org', 'hold eve@x.org']));
    answer(order);
    await paying;
    expect(calls.at(-1)).toBe('purchase');
  });

  it('a guest’s free ticket is only sent by email', async () => {
    const purchase = vi.fn(async () => ({ order, ticket: null }));
    const { flow, state } = stage({ guest: true, free: true }, { purchase });
    fillGuest(flow);
    await flow.pay();
    expect(state().result).toEqual({ ticket: null, email: 'ada@x.org', mailed: true });
  });

  it('the email address is sent in lower case, and shown as where the ticket was sent', async () => {
    const { flow, ports, state } = stage({ guest: true });
    fillGuest(flow);
    await flow.pay();
    expect(ports.purchase).toHaveBeenCalledWith({ stripe_token: 'tok', remember: false }, 'ada@x.org', 'key1');
    expect(state()).toMatchObject({ phase: 'done', result: { ticket, email: 'ada@x.org' } });
  });
});

describe('paying', () => {
  it('a free event is bought without a hold, by its id alone', async () => {
    const { flow, ports, state } = stage({ free: true }, { purchase: vi.fn(async () => ({ order, ticket })) });
    await flow.hold();
    await flow.pay();
    expect(ports.hold).not.toHaveBeenCalled();
    expect(ports.purchase).toHaveBeenCalledWith({}, null, 'key1');
    expect(state().phase).toBe('done');
  });

  it('the saved card is used by default', async () => {
    const { flow, ports } = stage({ savedCard: 'pm_1' });
    await flow.pay();
    expect(ports.purchase).toHaveBeenCalledWith({ stripe_payment_method_id: 'pm_1' }, null, 'key1');
  });

  it('a declined card keeps the hold, and the next attempt has a new key', async () => {
    const purchase = vi
      .fn()
      .mockRejectedValueOnce(refusal(402, 'card_declined', 'Your card was declined.'))
      .mockResolvedValueOnce(intent('succeeded'));
    const { flow, state } = stage({}, { purchase });
    await flow.hold();
    await flow.pay();
    expect(state()).toMatchObject({
      phase: 'form',
      cardWrong: true,
      note: { key: 'declined' },
      hold: { status: 'held' },
    });
    await flow.pay();
    expect(purchase.mock.calls.map((call) => call[2] as string)).toEqual(['key1', 'key2']);
    expect(state().phase).toBe('done');
  });

  it.each([0, 502, 503, 504])('an attempt whose outcome is unknown (%i) is repeated unchanged', async (status) => {
    const purchase = vi
      .fn()
      .mockRejectedValueOnce(refusal(status, 'offline'))
      .mockResolvedValueOnce(intent('succeeded'));
    const { flow, ports } = stage({}, { purchase });
    await flow.pay();
    await flow.pay();
    expect(purchase.mock.calls[0]).toEqual(purchase.mock.calls[1]);
    expect(ports.cardToken).toHaveBeenCalledTimes(1);
  });

  it('a double press pays once', async () => {
    const { flow, ports } = stage();
    await Promise.all([flow.pay(), flow.pay()]);
    expect(ports.purchase).toHaveBeenCalledTimes(1);
  });

  it('the provider’s message is shown when no token could be made', async () => {
    const { flow, ports, state } = stage(
      {},
      { cardToken: vi.fn().mockRejectedValue(new CardFieldError('Your card number is incomplete.')) },
    );
    await flow.pay();
    expect(state()).toMatchObject({
      phase: 'form',
      cardWrong: true,
      note: { message: 'Your card number is incomplete.' },
    });
    expect(ports.purchase).not.toHaveBeenCalled();
  });

  it('a sold-out event is shown as such, with no way to try again', async () => {
    const { flow, state } = stage(
      {},
      { hold: vi.fn().mockRejectedValue(refusal(409, 'sold_out', 'Sorry event sold out')) },
    );
    await flow.hold();
    expect(state().hold).toEqual({ status: 'refused', message: 'Sorry event sold out', final: 'sold_out' });
  });

  it('an email address that gets no other ticket is offered the email again', async () => {
    const { flow, state } = stage({}, { purchase: vi.fn().mockRejectedValue(refusal(409, 'guest_order_elsewhere')) });
    await flow.pay();
    expect(state().note).toMatchObject({ hasTicket: true });
  });

  it.each([
    ['pass_date_held', true],
    ['already_has_ticket', true],
    ['pass_sold_out', false],
    ['pass_not_on_sale', false],
    ['pass_date_offered', false],
    ['pass_date_removed', false],
    ['buyer_removed', false],
  ])(
    'no other hold is offered after %s, and it is known whether the buyer already has the ticket',
    async (code, has) => {
      const { flow, state } = stage({}, { hold: vi.fn().mockRejectedValue(refusal(409, code, 'the truth')) });
      await flow.hold();
      expect(state().hold).toEqual({ status: 'refused', message: 'the truth', final: code });
      expect(hasItAlready(code)).toBe(has);
    },
  );

  it('a buyer who already has a ticket reads that, and not that the event is sold out', async () => {
    const { flow, state } = stage({}, { purchase: vi.fn().mockRejectedValue(refusal(409, 'already_has_ticket')) });
    await flow.pay();
    expect(state().hold).toMatchObject({ status: 'refused', final: 'already_has_ticket' });
  });

  it('closing releases the seat, also while it is being requested, but not while it is being paid', async () => {
    const held = stage();
    await held.flow.hold();
    await held.flow.leave();
    expect(held.ports.release).toHaveBeenCalledExactlyOnceWith('o1', false);
    expect(held.state().hold.status).toBe('none');

    let answer: (held: WireOrder) => void = () => undefined;
    const asked = stage({}, { hold: () => new Promise<WireOrder>((resolve) => void (answer = resolve)) });
    const asking = asked.flow.hold();
    await Promise.resolve();
    await asked.flow.leave();
    answer(order);
    await asking;
    expect(asked.ports.release).toHaveBeenCalledExactlyOnceWith('o1', false);

    const paying = stage({}, { purchase: vi.fn(async () => intent('requires_action', true)) });
    await paying.flow.hold();
    await paying.flow.pay();
    await paying.flow.leave();
    expect(paying.ports.release).not.toHaveBeenCalled();
    paying.flow.abandonChallenge();
    await paying.flow.leave();
    expect(paying.ports.release).toHaveBeenCalledExactlyOnceWith('o1', true);
  });

  it('the seat is kept when another tab has a checkout of the event open', async () => {
    const { flow, ports } = stage({}, { openElsewhere: async () => true });
    await flow.hold();
    await flow.leave();
    expect(ports.release).not.toHaveBeenCalled();
  });

  it('everything that is missing is shown at once, the card included, and nothing is sent', async () => {
    const cardProblem = vi.fn(() => 'Enter your card number.');
    const { flow, ports, state } = stage({ guest: true }, { cardProblem });
    await flow.pay();
    expect(state()).toMatchObject({
      phase: 'form',
      guestErrors: { email: 'emailMissing', accept: 'accept' },
      cardWrong: true,
      note: { message: 'Enter your card number.' },
    });
    expect(ports.purchase).not.toHaveBeenCalled();
    expect(ports.cardToken).not.toHaveBeenCalled();
  });

  it.each([
    ['a wallet', { guest: true }, true],
    ['a free seat', { guest: true, free: true }, false],
  ])('%s needs no card', async (_, context, wallet) => {
    const { flow, ports, state } = stage(context);
    if (wallet) flow.choose('wallet');
    await flow.pay();
    expect(ports.cardProblem).not.toHaveBeenCalled();
    expect(state().cardWrong).toBe(false);
  });

  it('a payment that is being processed is waited for', async () => {
    const confirmCard = vi
      .fn()
      .mockResolvedValueOnce({ status: 'processing', order, ticket: null })
      .mockResolvedValueOnce({ status: 'succeeded', order, ticket });
    const { flow, state } = stage({}, { purchase: vi.fn(async () => intent('processing')), confirmCard });
    await flow.pay();
    expect(confirmCard).toHaveBeenCalledTimes(2);
    expect(state().result?.ticket).toBe(ticket);
  });
});

describe('3-D Secure', () => {
  const asks = { purchase: vi.fn(async () => intent('requires_action', true)) };

  it('the bank’s page opens, and its return asks the server once for the outcome', async () => {
    const { flow, ports, state } = stage({}, asks);
    await flow.pay();
    expect(state()).toMatchObject({
      phase: 'challenge',
      challenge: { url: '/bank', returnUrl: '/back', intent: 'pi' },
    });
    await Promise.all([flow.challengeReturned(), flow.challengeReturned()]);
    expect(ports.confirmCard).toHaveBeenCalledTimes(1);
    expect(state().phase).toBe('done');
  });

  it('a closed bank’s page keeps the hold and says so', async () => {
    const { flow, state } = stage({}, asks);
    await flow.hold();
    await flow.pay();
    flow.abandonChallenge();
    expect(state()).toMatchObject({ phase: 'form', note: { key: 'abandoned' }, hold: { status: 'held' } });
  });

  it('a challenge cannot be abandoned while the server is asked for the outcome', async () => {
    const { flow, state } = stage({}, asks);
    await flow.pay();
    const returned = flow.challengeReturned();
    flow.abandonChallenge();
    expect(state().phase).toBe('confirming');
    await returned;
    expect(state().result?.ticket).toBe(ticket);
  });

  it.each([
    ['failed', 'notConfirmed'],
    ['canceled', 'notConfirmed'],
    ['requires_action', 'abandoned'],
  ])('a payment that ends as %s is not confirmed, and the note is %s', async (status, key) => {
    const { flow, state } = stage({}, { ...asks, confirmCard: vi.fn(async () => ({ status, order, ticket: null })) });
    await flow.pay();
    await flow.challengeReturned();
    expect(state()).toMatchObject({ phase: 'form', note: { key } });
  });

  it('a ticket that another tab paid for in the meantime is shown', async () => {
    const { flow, state } = stage(
      {},
      { ...asks, confirmCard: vi.fn(async () => ({ status: 'canceled', order, ticket })) },
    );
    await flow.pay();
    await flow.challengeReturned();
    expect(state()).toMatchObject({ phase: 'done', result: { ticket } });
  });

  it.each(['refunding', 'refunded', 'transferred', 'disputed'] as const)(
    'a ticket that is %s is not shown',
    async (ticket_state) => {
      const gone = { ...ticket, ticket_state };
      const confirmCard = vi.fn(async () => ({ status: 'canceled', order, ticket: gone }));
      const { flow, state } = stage({}, { ...asks, confirmCard });
      await flow.pay();
      await flow.challengeReturned();
      expect(state()).toMatchObject({ phase: 'form', note: { key: 'notConfirmed' } });
    },
  );

  it.each(['paid_event_cancelled', 'paid_event_over'])(
    'no other hold is requested when the money is refunded because the event is off: %s',
    async (code) => {
      const confirmCard = vi.fn().mockRejectedValue(refusal(409, code, 'the truth'));
      const { flow, ports, state } = stage({}, { ...asks, confirmCard });
      await flow.hold();
      await flow.pay();
      await flow.challengeReturned();
      expect(state()).toMatchObject({ hold: { status: 'refused', final: code, message: 'the truth' } });
      expect(ports.hold).toHaveBeenCalledTimes(1);
    },
  );

  it.each(['paid_late', 'hold_expired'])(
    'the server’s sentence is shown when the hold was lost in the meantime: %s',
    async (code) => {
      const confirmCard = vi.fn().mockRejectedValue(refusal(409, code, 'the truth'));
      const { flow, state } = stage({}, { ...asks, confirmCard });
      await flow.hold();
      await flow.pay();
      await flow.challengeReturned();
      expect(state()).toMatchObject({ phase: 'form', note: { message: 'the truth' }, hold: { status: 'none' } });
    },
  );
});

describe('the wallet', () => {
  const links = [
    { href: '/self', rel: 'self' },
    { href: '/approve', rel: 'approve' },
  ];
  const payment_order = { id: 'W1', status: 'CREATED', links };
  const approves = () => vi.fn(async () => ({ payment_order, order, ticket: null }));

  it('the wallet’s page gets the order and the email address to save', async () => {
    const { flow, ports, state } = stage({ guest: true }, { purchase: approves() });
    fillGuest(flow);
    flow.choose('wallet');
    void flow.pay();
    await eventually(() => expect(state().phase).toBe('away'));
    expect(ports.purchase).toHaveBeenCalledWith({ paypal: true }, 'ada@x.org', 'key1');
    expect(ports.goToWallet).toHaveBeenCalledWith({ id: 'W1', email: 'ada@x.org' }, '/approve');
  });

  const back = async () => undefined;

  it('any payment is possible after "Back", and closing the checkout ends the approval', async () => {
    const purchase = approves();
    const { flow, ports, state } = stage({}, { purchase, goToWallet: back });
    await flow.hold();
    flow.choose('wallet');
    await flow.pay();
    expect(state()).toMatchObject({ phase: 'form', note: { key: 'walletLeft' }, hold: { status: 'held' } });
    await flow.leave();
    expect(ports.release).toHaveBeenCalledExactlyOnceWith('o1', true);

    flow.choose('card');
    purchase.mockResolvedValueOnce(intent('succeeded') as never);
    await flow.pay();
    expect(purchase).toHaveBeenLastCalledWith({ stripe_token: 'tok', remember: false }, null, 'key2');
    expect(state().phase).toBe('done');
  });

  it('a ticket that was bought in the meantime is shown after "Back"', async () => {
    const hold = vi.fn().mockResolvedValueOnce(order).mockRejectedValueOnce(refusal(409, 'already_has_ticket'));
    const { flow, state } = stage({}, { purchase: approves(), goToWallet: back, hold });
    await flow.hold();
    flow.choose('wallet');
    await flow.pay();
    expect(state()).toMatchObject({
      phase: 'form',
      note: null,
      hold: { status: 'refused', final: 'already_has_ticket' },
    });
  });
});

describe('a promo code', () => {
  const at = (total: number, discount = 0) =>
    ({ order_uuid: `o${total}`, hold_expires_at: 1000, total, discount }) as WireOrder;
  const says = (code: string) => new ApiRefusal(409, [{ message: code, code, field: 'promo_code' }]);

  it('a promo code is priced by the server while the hold stays on the screen, and is sent with the purchase', async () => {
    const hold = vi.fn().mockResolvedValueOnce(at(21.5)).mockResolvedValueOnce(at(16.25, 5));
    const { flow, ports, state } = stage({}, { hold });
    await flow.hold();
    const applied = flow.applyPromo(' front ');
    expect(state()).toMatchObject({ hold: { status: 'held' }, promo: { asking: true } });
    await applied;
    expect(hold.mock.calls).toEqual([
      [null, undefined],
      [null, 'FRONT'],
    ]);
    expect(state()).toMatchObject({ hold: { order: { total: 16.25 } }, promo: { code: 'FRONT', asking: false } });
    await flow.pay();
    expect(ports.purchase).toHaveBeenCalledWith(
      { promo_code: 'FRONT', stripe_token: 'tok', remember: false },
      null,
      'key1',
    );
  });

  it('a refused promo code says why and leaves the hold as it was', async () => {
    const hold = vi.fn().mockResolvedValueOnce(at(21.5)).mockRejectedValueOnce(says('promo_expired'));
    const { flow, state } = stage({}, { hold });
    await flow.hold();
    await flow.applyPromo('OLD');
    expect(state()).toMatchObject({
      hold: { status: 'held', order: { total: 21.5 } },
      promo: { code: '', error: 'promo_expired', asking: false },
    });
  });

  it('an empty promo code removes the one before', async () => {
    const hold = vi.fn().mockResolvedValueOnce(at(16.25, 5)).mockResolvedValueOnce(at(21.5));
    const { flow, state } = stage({}, { hold });
    await flow.applyPromo('FRONT');
    await flow.applyPromo('');
    expect(hold.mock.calls.at(-1)).toEqual([null, '']);
    expect(state()).toMatchObject({ hold: { order: { total: 21.5 } }, promo: { code: '' } });
  });

  it('a guest’s promo code waits for the email address, and if it is refused, the seat is held at full price', async () => {
    const hold = vi.fn().mockRejectedValueOnce(says('promo_used_up')).mockResolvedValueOnce(at(21.5));
    const { flow, state } = stage({ guest: true }, { hold });
    await flow.applyPromo('FRONT');
    expect(hold).not.toHaveBeenCalled();
    expect(state().promo).toEqual({ code: 'FRONT', error: null, asking: false });
    fillGuest(flow);
    await eventually(() => expect(state().hold.status).toBe('held'));
    expect(hold.mock.calls).toEqual([
      ['ada@x.org', 'FRONT'],
      ['ada@x.org', ''],
    ]);
    expect(state().promo.error).toBe('promo_used_up');
  });

  it('a promo code for the whole price needs no card', async () => {
    const hold = vi.fn(async () => at(0, 20));
    const purchase = vi.fn(async () => ({ order, ticket }));
    const { flow, ports, state } = stage({}, { hold, purchase });
    await flow.applyPromo('GIFT');
    await flow.pay();
    expect(ports.cardToken).not.toHaveBeenCalled();
    expect(purchase).toHaveBeenCalledWith({ promo_code: 'GIFT' }, null, 'key1');
    expect(state().phase).toBe('done');
  });
});
