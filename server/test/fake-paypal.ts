import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Exchange, seen } from './contracts/contract.ts';
import { type FakePaypalPayouts, fakePaypalPayouts } from './fake-paypal-payouts.ts';

interface Order {
  id: string;
  intent: 'CAPTURE';
  status: string;
  create_time: string;
  purchase_units: {
    reference_id: string;
    custom_id: string;
    amount: { currency_code: string; value: string };
    payments?: { captures: Capture[]; refunds: Refund[] };
  }[];
  links: { href: string; rel: string; method: string }[];
}

interface Refund {
  id: string;
  status: string;
  amount: { currency_code: string; value: string };
  custom_id: string;
  create_time: string;
}

interface Capture {
  id: string;
  status: string;
  amount: { currency_code: string; value: string };
  create_time: string;
}

interface Dispute {
  dispute_id: string;
  reason: string;
  status: string;
  dispute_amount: { currency_code: string; value: string };
  dispute_outcome?: { outcome_code: string; amount_refunded?: { currency_code: string; value: string } };
  disputed_transactions: { seller_transaction_id: string }[];
  seller_response_due_date: string;
  create_time: string;
  money_movements: { affected_party: string; amount: object; type: string; reason: string }[];
}

export interface FakePaypal {
  readonly origin: string;
  /** Captured cents by capture id: its books. */
  readonly captures: Map<string, number>;
  approve(ref: string): void;
  /** Someone at PayPal's own pages gives a capture back: all of it, or so many cents. */
  refundByHand(capture: string, cents?: number): void;
  /** PayPal keeps what a request was answered with for some time only. */
  forgetAnswers(): void;
  /** The tokens that it gave are not good any more, although their time is not over. */
  withdrawTokens(): void;
  /** How many tokens it gave. */
  tokensGiven(): number;
  /** What it answers to the next request that would change something, instead of doing it. */
  refuseNext: { status: number; body: object } | undefined;
  /** What it answers to every request that only reads. */
  refuseReads: FakePaypal['refuseNext'];
  /** No token is good. */
  refuseAll: boolean;
  /** Every request it got but those for a token, the oldest first. */
  readonly asked: { method: string; path: string; key: string | undefined; body: string }[];
  /** The same with what was answered. */
  readonly exchanges: readonly Exchange[];
  /** Lines of its books as it never promised them. */
  readonly oddLines: { transaction_info: object; at: number }[];
  /** What the next captures come back as. */
  captureAs: 'COMPLETED' | 'PENDING' | 'DECLINED';
  /** `down`: connections are cut. `lost`: the work is done, the answer is not sent. */
  mode: 'up' | 'down' | 'lost';
  readonly payouts: FakePaypalPayouts;
  payoutWebhook(payoutId: string): { rawBody: string; headers: Record<string, string> };
  /** The buyer opens a case about a capture, of all of it or so many cents; answers the dispute. */
  openDispute(capture: string, cents?: number): string;
  /** Its outcome; of a lost one perhaps only a part is taken. */
  decideDispute(ref: string, status: 'won' | 'lost', cents?: number): void;
  /** What its dashboard sends where. */
  readonly listeners: { url: string; event_types: { name: string; status?: string }[] }[];
  /** About an order that was approved, a capture that was given back or reversed, or a dispute. */
  webhook(ref: string, type?: string): { rawBody: string; headers: Record<string, string> };
  close(): Promise<void>;
}

/** The texts of its errors, which are the same for every call. */
const messages: Readonly<Record<number, string>> = {
  401: 'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  404: 'The specified resource does not exist.',
  422: 'The requested action could not be performed, semantically incorrect, or failed business validation.',
};

/** As PayPal names orders and transactions: 17 letters and digits. */
const newId = (): string => randomUUID().replaceAll('-', '').slice(0, 17).toUpperCase();

const disputesPageMax = 50;

/**
 * PayPal as a small program with memory: token, orders, captures, refunds, webhook verification over the exact bytes.
 */
export async function startFakePaypal(exchanges: Exchange[] = []): Promise<FakePaypal> {
  const listeners: FakePaypal['listeners'] = [];
  const orders = new Map<string, Order>();
  const captures = new Map<string, number>();
  const answered = new Map<string, { status: number; body: object }>();
  const sent = new Map<string, string>();
  const payouts = fakePaypalPayouts();
  const disputes = new Map<string, Dispute>();
  const euros = (cents: number) => ({ currency_code: 'EUR', value: (cents / 100).toFixed(2) });
  const isDisputed = (captureId: string) =>
    [...disputes.values()].some(
      (one) =>
        one.disputed_transactions[0]?.seller_transaction_id === captureId &&
        one.dispute_outcome?.outcome_code !== 'RESOLVED_SELLER_FAVOUR',
    );
  const state: Pick<FakePaypal, 'captureAs' | 'mode' | 'refuseAll' | 'refuseNext' | 'refuseReads'> = {
    captureAs: 'COMPLETED',
    mode: 'up',
    refuseAll: false,
    refuseNext: undefined,
    refuseReads: undefined,
  };
  const requests: FakePaypal['asked'] = [];
  const oddLines: FakePaypal['oddLines'] = [];
  /** How many tokens were given, and from which number on they are good. */
  const tokens = { given: 0, goodFrom: 1 };
  const isGood = (authorization = '') => Number(/^Bearer fake-(\d+)$/.exec(authorization)?.[1]) >= tokens.goodFrom;
  const no = (status: number, name: string) => ({
    status,
    body: { name, message: messages[status], debug_id: 'fake' },
  });
  const unprocessable = (issue: string) => ({
    status: 422,
    body: { name: 'UNPROCESSABLE_ENTITY', message: messages[422], debug_id: 'fake', details: [{ issue }] },
  });
  const orderOf = (captureId: string) =>
    [...orders.values()].find((order) => order.purchase_units[0]?.payments?.captures[0]?.id === captureId);
  const refundsOf = (order: Order | undefined) => order?.purchase_units[0]?.payments?.refunds ?? [];
  const centsOf = ({ amount }: { amount: { value: string } }) => Math.round(Number(amount.value) * 100);

  /** PayPal takes two decimals, and none in yen: "1655.00 JPY" is refused. */
  const hasWrongDecimals = ({ currency_code: code, value }: Refund['amount']): boolean =>
    !(code === 'JPY' ? /^\d+$/ : /^\d+\.\d\d$/).test(value);

  function create(body: { purchase_units: Order['purchase_units'] }) {
    if (body.purchase_units.some(({ amount }) => hasWrongDecimals(amount))) return unprocessable('DECIMAL_PRECISION');
    const id = newId();
    const order: Order = {
      id,
      intent: 'CAPTURE',
      create_time: new Date().toISOString(),
      status: 'PAYER_ACTION_REQUIRED',
      purchase_units: body.purchase_units,
      links: [{ href: `https://www.sandbox.paypal.com/checkoutnow?token=${id}`, rel: 'payer-action', method: 'GET' }],
    };
    orders.set(id, order);
    return { status: 200, body: order };
  }

  function capture(order: Order) {
    if (order.status !== 'APPROVED') return unprocessable('ORDER_NOT_APPROVED');
    if (state.captureAs === 'DECLINED') return unprocessable('INSTRUMENT_DECLINED');
    const unit = order.purchase_units[0]!;
    const made: Capture = {
      id: newId(),
      status: state.captureAs,
      amount: unit.amount,
      create_time: new Date().toISOString(),
    };
    unit.payments = { captures: [made], refunds: [] };
    order.status = 'COMPLETED';
    if (made.status === 'COMPLETED') captures.set(made.id, centsOf(unit));
    return { status: 201, body: order };
  }

  function refund(captureId: string, body: { amount: Refund['amount']; custom_id?: string }) {
    if (isDisputed(captureId)) return unprocessable('TRANSACTION_DISPUTED');
    const order = orderOf(captureId);
    const left = refundsOf(order).reduce((sum, one) => sum - centsOf(one), captures.get(captureId) ?? 0);
    if (left < centsOf(body)) return unprocessable(left > 0 ? 'REFUND_AMOUNT_EXCEEDED' : 'CAPTURE_FULLY_REFUNDED');
    // One made by hand goes by the name of what was bought.
    const customId = body.custom_id ?? order?.purchase_units[0]?.custom_id ?? '';
    const made = {
      id: newId(),
      status: 'COMPLETED',
      amount: body.amount,
      custom_id: customId,
      create_time: new Date().toISOString(),
    };
    refundsOf(order).push(made);
    return { status: 201, body: made };
  }

  /** Its books, as the transaction search tells them: refunds with a minus. */
  function search(asked: URLSearchParams) {
    const bound = (name: string) => Date.parse(asked.get(name) ?? '');
    const line = (code: string, sign: string, each: Capture | Refund, customId: string) => ({
      transaction_info: {
        transaction_id: each.id,
        transaction_event_code: code,
        transaction_initiation_date: each.create_time,
        transaction_amount: { ...each.amount, value: `${sign}${each.amount.value}` },
        transaction_status: each.status === 'COMPLETED' ? 'S' : 'P',
        custom_field: customId,
      },
      at: Date.parse(each.create_time),
    });
    const booked = [...orders.values()].flatMap(({ purchase_units: [unit] }) => [
      ...(unit?.payments?.captures ?? []).map((each) => line('T0006', '', each, unit!.custom_id)),
      ...(unit?.payments?.refunds ?? []).map((each) => line('T1107', '-', each, each.custom_id)),
    ]);
    const within = [...oddLines, ...booked, ...payouts.booked()].filter(
      ({ at }) => at >= bound('start_date') && at < bound('end_date'),
    );
    const size = Number(asked.get('page_size'));
    const first = (Number(asked.get('page')) - 1) * size;
    const details = within.slice(first, first + size).map(({ transaction_info }) => ({ transaction_info }));
    const pages = Math.ceil(within.length / size);
    return { status: 200, body: { ...(details.length > 0 && { transaction_details: details }), total_pages: pages } };
  }

  /** A page of disputes as a summary of each, the newest first. An empty list is left out. */
  function listDisputes(asked: URLSearchParams) {
    const captureId = asked.get('disputed_transaction_id');
    const since = asked.get('start_time') ?? '';
    if (captureId !== null && since !== '') return no(400, 'INVALID_REQUEST');
    const found = [...disputes.values()]
      .filter(({ create_time: made, disputed_transactions: [of] }) =>
        captureId === null ? !(Date.parse(made) < Date.parse(since)) : of?.seller_transaction_id === captureId,
      )
      .toReversed();
    const first = Number(Buffer.from(asked.get('next_page_token') ?? '', 'base64').toString() || 0);
    const end = first + Math.min(Number(asked.get('page_size') ?? 10), disputesPageMax);
    const items = found.slice(first, end).map((one) => ({
      dispute_id: one.dispute_id,
      create_time: one.create_time,
      reason: one.reason,
      status: one.status,
      dispute_amount: one.dispute_amount,
    }));
    const next = new URLSearchParams(asked);
    next.set('next_page_token', Buffer.from(String(end)).toString('base64'));
    const links = [
      { rel: 'self', href: `https://api-m.paypal.com/v1/customer/disputes?${asked}`, method: 'GET' },
      ...(end < found.length
        ? [{ rel: 'next', href: `https://api-m.paypal.com/v1/customer/disputes?${next}`, method: 'GET' }]
        : []),
    ];
    return { status: 200, body: { ...(items.length > 0 && { items }), links } };
  }

  function answer(method: string, path: string, raw: string, asked: URLSearchParams): { status: number; body: object } {
    if (path === '/v1/oauth2/token') {
      tokens.given++;
      // Nine hours, as PayPal's own are good.
      return { status: 200, body: { access_token: `fake-${tokens.given}`, token_type: 'Bearer', expires_in: 32_400 } };
    }
    if (path === '/v1/notifications/webhooks') return { status: 200, body: { webhooks: listeners } };
    if (path === '/v1/notifications/verify-webhook-signature') {
      const { transmission_sig: signature, webhook_id: webhook } = JSON.parse(raw) as {
        transmission_sig: string;
        webhook_id: string;
      };
      // The event has to arrive as the very bytes that were sent.
      const genuine = webhook === 'WH1' && raw.includes(`"webhook_event":${sent.get(signature) ?? '?'}}`);
      return { status: 200, body: { verification_status: genuine ? 'SUCCESS' : 'FAILURE' } };
    }
    const [, , group, kind, id = '', verb] = path.split('/');
    if (group === 'customer' && id === '') return listDisputes(asked);
    if (group === 'customer') {
      const dispute = disputes.get(id);
      return dispute ? { status: 200, body: dispute } : no(404, 'RESOURCE_NOT_FOUND');
    }
    if (group === 'checkout' && kind === 'orders' && id === '')
      return create(JSON.parse(raw) as { purchase_units: Order['purchase_units'] });
    if (group === 'checkout') {
      const order = orders.get(id);
      if (!order) return no(404, 'RESOURCE_NOT_FOUND');
      return verb === 'capture' ? capture(order) : { status: 200, body: order };
    }
    if (kind === 'captures' && method === 'POST') return refund(id, JSON.parse(raw) as Pick<Refund, 'amount'>);
    if (kind === 'captures') {
      const order = orderOf(id);
      const made = order?.purchase_units[0]?.payments?.captures[0];
      if (!order || !made) return no(404, 'RESOURCE_NOT_FOUND');
      return { status: 200, body: { ...made, supplementary_data: { related_ids: { order_id: order.id } } } };
    }
    const found = [...orders.values()].flatMap(refundsOf).find((one) => one.id === id);
    return found ? { status: 200, body: found } : no(404, 'RESOURCE_NOT_FOUND');
  }

  const server = createServer((request, response) => void serve(request, response));
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const raw = await bodyOf(request);
    if (state.mode === 'down') return void request.socket.destroy();
    const url = new URL(request.url ?? '/', 'http://fake');
    const method = request.method ?? 'GET';
    const key = request.headers['paypal-request-id'] as string | undefined;
    const isToken = url.pathname === '/v1/oauth2/token';
    if (!isToken) requests.push({ method, path: url.pathname, key, body: raw });
    const refused = isToken ? undefined : method === 'GET' ? state.refuseReads : state.refuseNext;
    if (refused && method !== 'GET') state.refuseNext = undefined;
    const given =
      (isToken || (isGood(request.headers.authorization) && !state.refuseAll)
        ? undefined
        : no(401, 'AUTHENTICATION_FAILURE')) ??
      refused ??
      (key === undefined ? undefined : answered.get(key)) ??
      payouts.answer(method, url.pathname, raw) ??
      (url.pathname === '/v1/reporting/transactions'
        ? search(url.searchParams)
        : answer(method, url.pathname, raw, url.searchParams));
    if (key !== undefined && given.status < 300) answered.set(key, given);
    const scripted = refused !== undefined || given === payouts.refusal || oddLines.length > 0;
    if (!isToken)
      exchanges.push(
        seen({ method, url: request.url ?? '/', body: raw, status: given.status, answer: given.body, scripted }),
      );
    if (state.mode === 'lost') return void request.socket.destroy();
    response.writeHead(given.status, { 'content-type': 'application/json' }).end(JSON.stringify(given.body));
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const signed = (rawBody: string) => {
    const signature = randomUUID();
    sent.set(signature, rawBody);
    return {
      rawBody,
      headers: {
        'paypal-auth-algo': 'SHA256withRSA',
        'paypal-cert-url': 'https://api.paypal.com/cert',
        'paypal-transmission-id': randomUUID(),
        'paypal-transmission-sig': signature,
        'paypal-transmission-time': new Date().toISOString(),
      },
    };
  };

  return Object.assign(state, {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    captures,
    listeners,
    asked: requests,
    exchanges,
    oddLines,
    withdrawTokens: () => void (tokens.goodFrom = tokens.given + 1),
    tokensGiven: () => tokens.given,
    approve: (ref: string) => {
      const order = orders.get(ref);
      if (order) order.status = 'APPROVED';
    },
    refundByHand: (captureId: string, cents = captures.get(captureId) ?? 0) => {
      refund(captureId, { amount: { currency_code: 'EUR', value: (cents / 100).toFixed(2) } });
    },
    forgetAnswers: () => answered.clear(),
    payouts,
    payoutWebhook: (payoutId: string) =>
      signed(
        `{"id": "WH-${payoutId}",  "event_type":"PAYMENT.PAYOUTS-ITEM.SUCCEEDED","resource":{"payout_item":{"sender_item_id":"${payoutId}"}}}`,
      ),
    openDispute: (captureId: string, cents = captures.get(captureId) ?? 0) => {
      const id = `PP-D-${disputes.size + 1}-${randomUUID().slice(0, 8)}`;
      disputes.set(id, {
        dispute_id: id,
        reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
        status: 'WAITING_FOR_SELLER_RESPONSE',
        dispute_amount: euros(cents),
        disputed_transactions: [{ seller_transaction_id: captureId }],
        seller_response_due_date: new Date(Date.now() + 7 * 86_400_000).toISOString(),
        create_time: new Date().toISOString(),
        money_movements: [
          { affected_party: 'BUYER', amount: euros(cents), type: 'CREDIT', reason: 'DISPUTE_SETTLEMENT' },
        ],
      });
      return id;
    },
    decideDispute: (ref: string, status: 'won' | 'lost', cents?: number) => {
      const dispute = disputes.get(ref)!;
      dispute.status = 'RESOLVED';
      if (status === 'lost') {
        const charged = { affected_party: 'SELLER', amount: euros(1600), type: 'DEBIT', reason: 'CHARGEBACK_FEE' };
        dispute.money_movements.push(charged, { ...charged, amount: euros(cents ?? 0), reason: 'DISPUTE_SETTLEMENT' });
      }
      dispute.dispute_outcome = {
        outcome_code: status === 'won' ? 'RESOLVED_SELLER_FAVOUR' : 'RESOLVED_BUYER_FAVOUR',
        ...(cents !== undefined && { amount_refunded: euros(cents) }),
      };
    },
    webhook(ref: string, type = disputes.has(ref) ? 'CUSTOMER.DISPUTE.UPDATED' : 'CHECKOUT.ORDER.APPROVED') {
      // A webhook of a capture does not name its order.
      const resource = disputes.has(ref)
        ? `{"dispute_id":"${ref}"}`
        : type.startsWith('PAYMENT.')
          ? `{"id":"REF","links":[{"rel":"up","href":"https://api.paypal.com/v2/payments/captures/${ref}"}]}`
          : `{"id":"${ref}"}`;
      return signed(`{"id": "WH-${randomUUID()}",  "event_type":"${type}","resource":${resource}}`);
    },
    close: () => new Promise<void>((resolve) => void (server.closeAllConnections(), server.close(() => resolve()))),
  });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
