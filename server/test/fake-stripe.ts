import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Exchange, seen } from './contracts/contract.ts';
import { cards, methodShown, tokenShown } from './fake-stripe-cards.ts';
import { bookedShown, chargeShown, type Intent, type Refund, type Dispute } from './fake-stripe-objects.ts';
import { fakeSetups } from './fake-stripe-setups.ts';
import { type FakeConnect, fakeConnect } from './fake-stripe-connect.ts';

export interface StripeEvent {
  readonly type: string;
  readonly data: { readonly object: { readonly object: string } };
}

export interface FakeStripe {
  readonly host: string;
  readonly port: number;
  readonly webhookSecret: string;
  /** Every card charged, once each: its books. */
  readonly captures: Map<string, number>;
  /** Customers that were deleted. */
  readonly forgotten: string[];
  /** Cards that were taken off their customers: these cannot be charged any more. */
  readonly detached: Set<string>;
  completeChallenge(ref: string): void;
  /** The same for a card that is being saved. */
  completeSetup(ref: string): void;
  /** Someone at the dashboard gives a charge back: all of it, or so many cents. */
  refundByHand(charge: string, cents?: number): void;
  /** Cents of a charge that went back and stayed there. */
  givenBack(charge: string): number;
  /** The bank sends a refund back that had gone through: the card is closed. */
  failRefund(ref: string): void;
  /** The bank disputes a charge, all of it or so many cents; answers the dispute. */
  openDispute(charge: string, cents?: number, status?: string): string;
  decideDispute(ref: string, status: 'won' | 'lost'): void;
  /** `down`: connections are cut. `lost`: the work is done, the answer is not sent. */
  mode: 'up' | 'down' | 'lost';
  /** What it answers to the next request that would change something, instead of doing it. */
  refuseNext: { status: number; error: Record<string, string> } | undefined;
  /** What it answers to every request that only reads. */
  refuseReads: FakeStripe['refuseNext'];
  /** Its search does not know yet what was made a moment ago. */
  searchLags: boolean;
  /** Every request it got, the oldest first. */
  readonly asked: { method: string; path: string; key: string | undefined }[];
  /** The same with what was answered. */
  readonly exchanges: readonly Exchange[];
  /** What its webhooks said. */
  readonly events: readonly StripeEvent[];
  /** A line of its books as it never promised one. */
  readonly oddLines: { created: number }[];
  /** What its dashboard sends where. */
  readonly endpoints: { url: string; enabled_events: string[]; status: string }[];
  /** About an intent that paid, a charge that was given back, a refund that came to nothing, or a dispute. */
  webhook(
    ref: string,
    options?: { livemode?: boolean; at?: number },
  ): { rawBody: string; headers: Record<string, string> };
  /** Connected accounts, transfers and payouts. */
  readonly connect: FakeConnect;
  /** About a payout of a connected account, or the account. */
  connectWebhook(about: { type: string; payoutId?: string; account?: string }): {
    rawBody: string;
    headers: Record<string, string>;
  };
  close(): Promise<void>;
}

/**
 * Stripe as a small program with memory: intents, refunds, idempotency keys, signed webhooks. Enough for what we ask
 * of it.
 */
export async function startFakeStripe(now: () => number = Date.now, exchanges: Exchange[] = []): Promise<FakeStripe> {
  const methods = new Map<string, string>();
  /** Cards that a customer has. */
  const attached = new Set<string>();
  const setups = fakeSetups({ cardOf: (method) => cards[methods.get(method) ?? ''], attached });
  const detached = new Set<string>();
  const endpoints: FakeStripe['endpoints'] = [];
  const intents = new Map<string, Intent>();
  const refunds = new Map<string, Refund>();
  const disputes = new Map<string, Dispute>();
  const answered = new Map<string, { status: number; body: object }>();
  /** The parameters that a key came with first. */
  const saidWith = new Map<string, string>();
  const oddLines: FakeStripe['oddLines'] = [];
  const captures = new Map<string, number>();
  const forgotten: string[] = [];
  const webhookSecret = 'whsec_fake';
  const connect = fakeConnect();

  const pay = (intent: Intent): void => {
    intent.status = 'succeeded';
    intent.amount_received = intent.amount;
    intent.latest_charge = `ch_${randomUUID()}`;
    intent.next_action = null;
    captures.set(intent.latest_charge, intent.amount);
  };

  const failure = (status: number, type: string, code: string, message: string, intent?: Intent) => ({
    status,
    body: { error: { type, code, message, ...(intent && { payment_intent: intent }) } },
  });
  const noCard = (param: string, token: string) => ({
    status: 400,
    body: {
      error: { type: 'invalid_request_error', code: 'resource_missing', param, message: `No such token: '${token}'` },
    },
  });
  const missing = () => failure(404, 'invalid_request_error', 'resource_missing', 'No such object');

  function createIntent(form: URLSearchParams) {
    const source = form.get('payment_method') ?? '';
    const card = cards[methods.get(source) ?? source];
    if (!card) return noCard('payment_method', source);
    if (detached.has(source))
      return failure(
        400,
        'invalid_request_error',
        'payment_method_unexpected_state',
        'It was detached from its customer.',
      );
    const kept = methods.has(source) ? source : `pm_${randomUUID()}`;
    if (form.get('customer')) attached.add(kept);
    if (!methods.has(kept)) methods.set(kept, source);
    const intent: Intent = {
      id: `pi_${randomUUID()}`,
      object: 'payment_intent',
      amount: Number(form.get('amount')),
      amount_received: 0,
      currency: form.get('currency') ?? '',
      status: 'requires_payment_method',
      created: Math.floor(now() / 1000),
      metadata: { payment_id: form.get('metadata[payment_id]') ?? '', order_id: form.get('metadata[order_id]') ?? '' },
      payment_method: methodShown(kept, card, form.get('customer')),
      livemode: false,
      latest_charge: null,
      last_payment_error: null,
      next_action: null,
    };
    intents.set(intent.id, intent);
    if (card.does === 'pays') pay(intent);
    if (card.does === 'challenges') {
      intent.status = 'requires_action';
      intent.next_action = {
        type: 'redirect_to_url',
        redirect_to_url: { url: `https://hooks.stripe.com/3ds/${intent.id}`, return_url: form.get('return_url') },
      };
    }
    if (card.does === 'declines') {
      intent.last_payment_error = { type: 'card_error', message: 'Your card was declined.' };
      return failure(402, 'card_error', 'card_declined', 'Your card was declined.', intent);
    }
    return { status: 200, body: intent };
  }

  function createMethod(form: URLSearchParams) {
    const token = form.get('card[token]') ?? '';
    const card = cards[token];
    if (!card) return noCard('card[token]', token);
    const id = `pm_${randomUUID()}`;
    methods.set(id, token);
    return { status: 200, body: methodShown(id, card) };
  }

  const givenBack = (charge: string): number =>
    [...refunds.values()]
      .filter((refund) => refund.charge === charge && refund.status !== 'failed')
      .reduce((sum, refund) => sum + refund.amount, 0);

  const intentOf = (charge: string) => [...intents.values()].find(({ latest_charge: its }) => its === charge);

  function createRefund(form: URLSearchParams) {
    const charge = form.get('charge') ?? '';
    const amount = Number(form.get('amount'));
    if ([...disputes.values()].some((one) => one.charge === charge && one.status !== 'won'))
      return failure(400, 'invalid_request_error', 'charge_disputed', 'The charge has been charged back.');
    if ((captures.get(charge) ?? 0) < givenBack(charge) + amount)
      return failure(400, 'invalid_request_error', 'charge_already_refunded', 'Charge has already been refunded.');
    const refund: Refund = {
      id: `re_${randomUUID()}`,
      object: 'refund',
      amount,
      charge,
      currency: intentOf(charge)?.currency ?? '',
      status: 'succeeded',
      created: Math.floor(now() / 1000),
      metadata: { refund_id: form.get('metadata[refund_id]') ?? '' },
    };
    refunds.set(refund.id, refund);
    return { status: 200, body: refund };
  }

  function searchIntents(asked: URLSearchParams): object {
    const [, key, value] = /^metadata\['(\w+)'\]:'([^']+)'$/.exec(asked.get('query') ?? '') ?? [];
    const found = [...intents.values()].filter(({ metadata }) => !fake.searchLags && metadata[key ?? ''] === value);
    const data = found.slice(0, Number(asked.get('limit') ?? 10));
    return { object: 'search_result', url: '/v1/payment_intents/search', data, has_more: data.length < found.length };
  }

  /** Intents made in a stretch of time, the newest first. */
  function listIntents(asked: URLSearchParams): object {
    const within = [...intents.values()]
      .filter(
        ({ created }) => created >= Number(asked.get('created[gte]')) && created <= Number(asked.get('created[lte]')),
      )
      .toReversed();
    const from = within.findIndex(({ id }) => id === asked.get('starting_after')) + 1;
    const to = from + Number(asked.get('limit') ?? 10);
    return { object: 'list', url: '/v1/payment_intents', data: within.slice(from, to), has_more: to < within.length };
  }

  /** Its books: every charge and then every refund, each with what it is about. */
  function listBooked(asked: URLSearchParams): object {
    const charges = [...captures].flatMap(([id, amount]) => {
      const intent = intentOf(id);
      if (!intent) return [];
      const { created, currency } = intent;
      const source = chargeShown(id, intent, givenBack(id));
      return [bookedShown(`txn_${id}`, { type: 'charge', amount, currency, created, source })];
    });
    const given = [...refunds.values()].map((source) => {
      const { id, created, currency, amount } = source;
      return bookedShown(`txn_${id}`, { type: 'refund', amount: -amount, currency, created, source });
    });
    const within = [...(oddLines as typeof given), ...charges, ...given].filter(
      ({ created }) =>
        created >= Number(asked.get('created[gte]') ?? 0) && created < Number(asked.get('created[lt]') ?? Infinity),
    );
    const from = within.findIndex(({ id }) => id === asked.get('starting_after')) + 1;
    const to = from + Number(asked.get('limit') ?? 10);
    return {
      object: 'list',
      url: '/v1/balance_transactions',
      data: within.slice(from, to),
      has_more: to < within.length,
    };
  }

  function eventAbout(ref: string): object {
    const dispute = disputes.get(ref);
    if (dispute)
      return {
        id: `evt_${ref}_${dispute.status}`,
        type: `charge.dispute.${/^(won|lost)$/.test(dispute.status) ? 'closed' : 'created'}`,
        data: { object: dispute },
      };
    const refund = refunds.get(ref);
    const charge = refund?.charge ?? (captures.has(ref) ? ref : undefined);
    const intent = charge === undefined ? undefined : intentOf(charge);
    if (refund)
      return { id: `evt_${ref}`, type: 'refund.failed', data: { object: { ...refund, payment_intent: intent?.id } } };
    if (charge)
      return {
        id: `evt_${ref}_${refunds.size}`,
        type: 'charge.refunded',
        data: { object: chargeShown(charge, intent!, givenBack(charge)) },
      };
    const object = intents.get(ref) ?? { id: ref, object: 'payment_intent' };
    return { id: `evt_${ref}`, type: 'payment_intent.succeeded', data: { object } };
  }

  function answer(method: string, url: URL, form: URLSearchParams): { status: number; body: object } {
    const [, , kind, id, verb] = url.pathname.split('/');
    if (kind === 'customers' && method === 'POST')
      return {
        status: 200,
        body: {
          id: `cus_${form.get('metadata[user_id]')}`,
          object: 'customer',
          created: 1_700_000_000,
          livemode: false,
        },
      };
    if (kind === 'customers' && method === 'DELETE') {
      if (forgotten.includes(id ?? '')) return missing();
      forgotten.push(id ?? '');
      return { status: 200, body: { id, object: 'customer', deleted: true } };
    }
    if (kind === 'payment_methods' && verb === 'detach') {
      if (!methods.has(id ?? '')) return missing();
      if (!attached.delete(id ?? ''))
        return failure(400, 'invalid_request_error', 'parameter_missing', 'It is not attached to a customer.');
      detached.add(id ?? '');
      return { status: 200, body: methodShown(id!, cards[methods.get(id!)!]!) };
    }
    if (kind === 'tokens' || (kind === 'payment_methods' && method === 'GET')) {
      const card = cards[methods.get(id ?? '') ?? id ?? ''];
      if (!card || id === undefined) return missing();
      const body = kind === 'tokens' ? tokenShown(id, card) : methodShown(id, card, attached.has(id) ? 'cus_1' : null);
      return { status: 200, body };
    }
    if (kind === 'setup_intents') return (method === 'POST' ? setups.create(form) : setups.find(id ?? '')) ?? missing();
    if (kind === 'payment_methods') return createMethod(form);
    if (kind === 'payment_intents' && method === 'POST' && !id) return createIntent(form);
    if (kind === 'payment_intents' && id === 'search') return { status: 200, body: searchIntents(url.searchParams) };
    if (kind === 'payment_intents' && !id) return { status: 200, body: listIntents(url.searchParams) };
    if (kind === 'payment_intents') {
      const intent = intents.get(id ?? '');
      if (!intent) return missing();
      if (verb === 'cancel' && intent.status === 'succeeded')
        return failure(400, 'invalid_request_error', 'payment_intent_unexpected_state', 'Already succeeded');
      if (verb === 'cancel') Object.assign(intent, { status: 'canceled', next_action: null });
      return { status: 200, body: intent };
    }
    if (kind === 'webhook_endpoints')
      return { status: 200, body: { object: 'list', url: '/v1/webhook_endpoints', data: endpoints, has_more: false } };
    if (kind === 'balance_transactions') return { status: 200, body: listBooked(url.searchParams) };
    if (kind === 'refunds' && method === 'POST') return createRefund(form);
    if (kind === 'refunds' && !id)
      return {
        status: 200,
        body: {
          object: 'list',
          url: '/v1/refunds',
          data: [...refunds.values()].filter((refund) => refund.charge === url.searchParams.get('charge')),
          has_more: false,
        },
      };
    if (kind === 'disputes' && !id)
      return {
        status: 200,
        body: {
          object: 'list',
          url: '/v1/disputes',
          data: [...disputes.values()].filter(({ charge, created }) =>
            url.searchParams.has('charge')
              ? charge === url.searchParams.get('charge')
              : created >= Number(url.searchParams.get('created[gte]')) &&
                created < Number(url.searchParams.get('created[lt]')),
          ),
          has_more: false,
        },
      };
    if (kind === 'disputes') {
      const dispute = disputes.get(id ?? '');
      return dispute ? { status: 200, body: dispute } : missing();
    }
    const refund = refunds.get(id ?? '');
    return refund ? { status: 200, body: refund } : missing();
  }

  const fake: Pick<FakeStripe, 'mode' | 'refuseNext' | 'refuseReads' | 'searchLags'> = {
    mode: 'up',
    searchLags: false,
    refuseNext: undefined,
    refuseReads: undefined,
  };
  const requests: FakeStripe['asked'] = [];
  const events: StripeEvent[] = [];
  const server: Server = createServer((request, response) => void serve(request, response));
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const form = new URLSearchParams(await bodyOf(request));
    if (fake.mode === 'down') return void request.socket.destroy();
    const key = request.headers['idempotency-key'] as string | undefined;
    const method = request.method ?? 'GET';
    const url = new URL(request.url ?? '/', 'http://fake');
    requests.push({ method, path: url.pathname, key });
    const said = `${method} ${url.pathname} ${form}`;
    const known =
      key === undefined
        ? undefined
        : said === (saidWith.get(key) ?? said)
          ? answered.get(key)
          : failure(
              400,
              'idempotency_error',
              'idempotency_key_in_use',
              'Keys can only be used with the same parameters.',
            );
    const refused = method === 'GET' ? fake.refuseReads : fake.refuseNext;
    if (method !== 'GET') fake.refuseNext = undefined;
    const account = request.headers['stripe-account'] as string | undefined;
    const { status, body } =
      (refused && { status: refused.status, body: { error: refused.error } }) ??
      known ??
      connect.answer(method, url, form, account) ??
      answer(method, url, form);
    if (key !== undefined && !refused) {
      answered.set(key, { status, body });
      saidWith.set(key, said);
    }
    const scripted = refused !== undefined || oddLines.length > 0;
    exchanges.push(seen({ method, url: request.url ?? '/', body: form.toString(), status, answer: body, scripted }));
    if (fake.mode === 'lost') return void request.socket.destroy();
    response
      .writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_fake' })
      .end(JSON.stringify(body));
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const signed = (about: object, at = Date.now()) => {
    const event = { object: 'event', livemode: false, created: Math.floor(at / 1000), pending_webhooks: 1, ...about };
    const rawBody = JSON.stringify(event);
    events.push(JSON.parse(rawBody) as StripeEvent);
    const stamp = Math.floor(at / 1000);
    const signature = createHmac('sha256', webhookSecret).update(`${stamp}.${rawBody}`).digest('hex');
    return { rawBody, headers: { 'stripe-signature': `t=${stamp},v1=${signature}` } };
  };

  const takenFor = (ref: string, currency: string, amount: number, fee: number) =>
    bookedShown(`txn_${randomUUID()}`, {
      type: 'adjustment',
      amount,
      currency,
      fee,
      created: Math.floor(now() / 1000),
      source: ref,
    });

  return Object.assign(fake, {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    webhookSecret,
    endpoints,
    captures,
    forgotten,
    detached,
    asked: requests,
    exchanges,
    events,
    oddLines,
    refundByHand: (charge: string, cents = captures.get(charge)) => {
      createRefund(new URLSearchParams({ charge, amount: String(cents) }));
    },
    openDispute: (charge: string, cents = captures.get(charge) ?? 0, status = 'needs_response') => {
      const id = `dp_${randomUUID()}`;
      const intent = [...intents.values()].find(({ latest_charge }) => latest_charge === charge);
      disputes.set(id, {
        id,
        object: 'dispute',
        amount: cents,
        currency: intent?.currency ?? 'eur',
        charge,
        payment_intent: intent?.id ?? null,
        livemode: false,
        metadata: {},
        evidence: {},
        enhanced_eligibility_types: [],
        is_charge_refundable: status.startsWith('warning_'),
        reason: 'fraudulent',
        status,
        created: Math.floor(now() / 1000),
        evidence_details: {
          due_by: Math.floor(now() / 1000) + 7 * 86_400,
          enhanced_eligibility: {},
          has_evidence: false,
          past_due: false,
          submission_count: 0,
        },
        balance_transactions: [takenFor(id, intent?.currency ?? 'eur', -cents, 1500)],
      });
      return id;
    },
    decideDispute: (ref: string, status: 'won' | 'lost') => {
      const dispute = disputes.get(ref)!;
      dispute.status = status;
      if (status === 'won') dispute.balance_transactions.push(takenFor(ref, dispute.currency, dispute.amount, -1500));
    },
    givenBack,
    failRefund: (ref: string) => {
      refunds.get(ref)!.status = 'failed';
    },
    completeSetup: (ref: string) => setups.complete(ref),
    completeChallenge: (ref: string) => {
      const intent = intents.get(ref);
      if (intent?.status === 'requires_action') pay(intent);
    },
    connect,
    connectWebhook: ({ type, payoutId, account }: { type: string; payoutId?: string; account?: string }) =>
      signed({
        id: `evt_${randomUUID()}`,
        object: 'event',
        type,
        livemode: false,
        account,
        data: {
          object:
            payoutId === undefined
              ? (connect.accounts.get(account ?? '') ?? { id: account, object: 'account' })
              : [...connect.payouts.values()].find(({ metadata }) => metadata['payout_id'] === payoutId),
        },
      }),
    webhook(ref: string, { livemode = false, at = Date.now() } = {}) {
      return signed({ ...eventAbout(ref), livemode }, at);
    },
    close: () => new Promise<void>((resolve) => void (server.closeAllConnections(), server.close(() => resolve()))),
  });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
