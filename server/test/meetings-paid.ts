import type { AnswerOf } from '@frontrow/contract/api.ts';
import type { TestAnswer, TestApp } from './harness.ts';
import { asked, type Asked, call } from './meetings.ts';

/** A request that its host has accepted. */
export async function accepted(app: TestApp, traits: Parameters<typeof asked>[1] = {}): Promise<Asked> {
  const meeting = await asked(app, traits);
  const { status, errors } = await call(app, 'POST /private_requests/accept', meeting.host, meeting.id);
  if (status !== 200) throw new Error(`not accepted: ${JSON.stringify(errors)}`);
  return meeting;
}

/** Its viewer pays, with a test card that pays where nothing else is said. */
export const pay = (
  app: TestApp,
  { id, viewer }: Asked,
  {
    as = viewer,
    headers = {},
    ...more
  }: { as?: Asked['viewer']; headers?: Record<string, string>; stripe_token?: string; paypal?: boolean } = {},
): Promise<TestAnswer<AnswerOf<'POST /private_requests/purchase'>>> =>
  app.call('POST /private_requests/purchase', {
    as: as.token,
    body: { request_uuid: id, ...(more.paypal ? {} : { stripe_token: 'pm_card_visa' }), ...more },
    headers,
  });

/** A meeting that is paid. */
export async function confirmed(app: TestApp, traits: Parameters<typeof asked>[1] = {}): Promise<Asked> {
  const meeting = await accepted(app, traits);
  const { status, errors } = await pay(app, meeting);
  if (status !== 200) throw new Error(`not paid: ${JSON.stringify(errors)}`);
  return meeting;
}

/** What the books say: money of the host and of the fee, and what went back. */
export async function booksOf(app: TestApp, { id }: Asked): Promise<{ escrow: number; back: number; tickets: number }> {
  const row = await app.db.one<{ escrow: number; back: number; tickets: number }>(
    `SELECT
       (SELECT coalesce(-sum(x.amount_minor), 0)::int FROM ledger_entry x JOIN ledger_account a ON a.id = x.account_id
        WHERE a.kind = 'host_escrow' AND a.owner = $1::text) AS escrow,
       (SELECT coalesce(sum(r.amount_minor), 0)::int FROM refund r JOIN payment p ON p.id = r.payment_id
        JOIN orders o ON o.id = p.order_id WHERE o.event_id = $1::uuid AND r.status = 'succeeded') AS back,
       (SELECT count(*)::int FROM ticket WHERE event_id = $1::uuid AND voided_at IS NULL) AS tickets`,
    [id],
  );
  return row!;
}
