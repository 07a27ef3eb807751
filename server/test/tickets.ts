import { rankHost } from '../src/features/reviews/index.ts';
import type { TestActor } from './actors.ts';
import type { TestEvent } from './events.ts';
import type { TestAnswer, TestApp } from './harness.ts';
import type { AnswerOf } from '@frontrow/contract/api.ts';

type PurchaseAnswer = TestAnswer<AnswerOf<'POST /events/purchase'>>;

/** What a browser sends to buy: the type follows the event's kind. */
export async function purchaseBody(app: TestApp, event: TestEvent, more: object = {}): Promise<object> {
  const row = await app.db.one<{ kind: 0 | 1 }>('SELECT kind FROM event WHERE id = $1', [event.id]);
  return { event_uuid: event.id, type: row?.kind === 1 ? 'streaming' : 'interactive', ...more };
}

export async function buy(
  app: TestApp,
  event: TestEvent,
  buyer: TestActor,
  more: object = {},
  headers: Record<string, string> = {},
): Promise<PurchaseAnswer> {
  return app.call('POST /events/purchase', { as: buyer.token, body: await purchaseBody(app, event, more), headers });
}

/**
 * A live ticket, bought through the front door (paid events: with a test card that pays). Throws when the door says
 * no.
 */
export async function giveTicket(
  app: TestApp,
  event: TestEvent,
  viewer: TestActor,
): Promise<{ id: string; code: string }> {
  const row = await app.db.one<{ price_minor: number }>('SELECT price_minor FROM event WHERE id = $1', [event.id]);
  const answer = await buy(app, event, viewer, row && row.price_minor > 0 ? { stripe_token: 'pm_card_visa' } : {});
  const { ticket } = answer.data ?? {};
  if (answer.status !== 200 || !ticket) throw new Error(`no ticket: ${answer.status} ${JSON.stringify(answer.errors)}`);
  return { id: ticket.ticket_uuid, code: ticket.ticket_code };
}

/** Moves an event's start to the quarter of an hour at or before `ms` ago, as if it had been published for then. */
export async function startedAgo(app: TestApp, event: TestEvent, ms: number): Promise<TestEvent> {
  await app.db.query(
    `UPDATE event SET starts_at = s.at, original_starts_at = s.at, local_start = s.at AT TIME ZONE tz
     FROM (SELECT date_bin('15 minutes', app_now() - $2 * interval '1 ms', 'epoch') AS at) s WHERE id = $1`,
    [event.id, ms],
  );
  await rankHost(app.db, event.hostId);
  return event;
}

/** Opens a sandbox page (challenge or approval) and presses one of its buttons; answers where it leads. */
export async function pressOnSandboxPage(
  app: TestApp,
  url: string,
  decision: 'complete' | 'fail' | 'approve' | 'cancel',
): Promise<URL> {
  const { pathname, search, origin } = new URL(url);
  const page = await app.http.inject(`${pathname}${search}`);
  if (page.statusCode !== 200 || !page.body.includes(`value="${decision}"`))
    throw new Error(`no such page: ${page.statusCode}`);
  const pressed = await app.http.inject({
    method: 'POST',
    url: `${pathname}${search}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `decision=${decision}`,
  });
  return new URL(String(pressed.headers.location), origin);
}
