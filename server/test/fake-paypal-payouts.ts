import { randomUUID } from 'node:crypto';

interface Batch {
  readonly batchId: string;
  readonly itemId: string;
  readonly payoutId: string;
  readonly cents: number;
  readonly receiver: string;
  readonly amount: { readonly currency: string; readonly value: string };
  readonly subject: string;
  readonly transactionId: string;
  readonly at: number;
  status: string;
}

interface Answer {
  readonly status: number;
  readonly body: object;
}

export interface FakePaypalPayouts {
  /** What PayPal answers about payouts; undefined if the call is about something else. */
  answer(method: string, path: string, raw: string): Answer | undefined;
  readonly batches: Map<string, Batch>;
  /** Its lines in the books, which do not say which payout it was. */
  booked(): { transaction_info: object; at: number }[];
  decide(payoutId: string, status: string): void;
  /** What PayPal answers to new batches instead of making one. */
  refusal: Answer | undefined;
}

/** PayPal Payouts as a small program with memory: one item a batch, and a second batch of one name refused. */
export function fakePaypalPayouts(): FakePaypalPayouts {
  const batches = new Map<string, Batch>();
  const headerOf = ({ batchId, payoutId, subject }: Batch, status: string): object => ({
    payout_batch_id: batchId,
    batch_status: status,
    sender_batch_header: { sender_batch_id: payoutId, email_subject: subject },
  });
  const shown = (batch: Batch): object => ({
    batch_header: headerOf(batch, batch.status === 'PENDING' ? 'PENDING' : 'SUCCESS'),
    items: [
      {
        payout_item_id: batch.itemId,
        payout_batch_id: batch.batchId,
        transaction_id: batch.transactionId,
        transaction_status: batch.status,
        payout_item: {
          recipient_type: 'EMAIL',
          amount: batch.amount,
          receiver: batch.receiver,
          sender_item_id: batch.payoutId,
        },
        ...(batch.status === 'FAILED' && {
          errors: { name: 'RECEIVER_UNREGISTERED', message: 'The receiver is unknown.', debug_id: 'fake' },
        }),
      },
    ],
  });

  function create(raw: string): Answer {
    if (fake.refusal) return fake.refusal;
    const { sender_batch_header: header, items } = JSON.parse(raw) as {
      sender_batch_header: { sender_batch_id: string; email_subject: string };
      items: { amount: Batch['amount']; receiver: string }[];
    };
    const payoutId = header.sender_batch_id;
    const known = batches.get(payoutId);
    if (known)
      return {
        status: 400,
        body: {
          name: 'USER_BUSINESS_ERROR',
          message: 'User business error.',
          debug_id: 'fake',
          details: [{ issue: 'Batch with given sender_batch_id already exists' }],
          links: [{ href: `https://api-m.paypal.com/v1/payments/payouts/${known.batchId}`, rel: 'self' }],
        },
      };
    const [item] = items;
    const batch: Batch = {
      batchId: randomUUID().slice(0, 13).toUpperCase(),
      itemId: randomUUID().replaceAll('-', '').slice(0, 13).toUpperCase(),
      payoutId,
      cents: Math.round(Number(item?.amount.value) * 100),
      receiver: item?.receiver ?? '',
      amount: item!.amount,
      subject: header.email_subject,
      transactionId: randomUUID().replaceAll('-', '').slice(0, 17).toUpperCase(),
      at: Date.now(),
      status: 'PENDING',
    };
    batches.set(payoutId, batch);
    return { status: 201, body: { batch_header: headerOf(batch, 'PENDING') } };
  }

  const fake: FakePaypalPayouts = {
    batches,
    refusal: undefined,
    booked: () =>
      [...batches.values()].map(({ transactionId, cents, at, status }) => ({
        transaction_info: {
          transaction_id: transactionId,
          transaction_event_code: 'T0001',
          transaction_initiation_date: new Date(at).toISOString(),
          transaction_amount: { currency_code: 'EUR', value: `-${(cents / 100).toFixed(2)}` },
          transaction_status: { PENDING: 'P', SUCCESS: 'S' }[status] ?? 'V',
        },
        at,
      })),
    answer(method, path, raw) {
      if (!path.startsWith('/v1/payments/payouts')) return undefined;
      if (method === 'POST') return create(raw);
      const batch = [...batches.values()].find(({ batchId }) => path.endsWith(`/${batchId}`));
      return batch
        ? { status: 200, body: shown(batch) }
        : { status: 404, body: { name: 'RESOURCE_NOT_FOUND', message: 'Not found', debug_id: 'fake' } };
    },
    decide(payoutId, status) {
      const batch = batches.get(payoutId);
      if (batch) batch.status = status;
    },
  };
  return fake;
}
