import type { AnswerOf, BodyOf } from '@frontrow/contract/api.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { requestActions } from '@frontrow/core/meetings/request-rules.ts';
import { type RefusalCode, refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../db/db.ts';
import type { RequestInfo } from '../ticketing/index.ts';
import type { MeetingsDeps } from './meetings-deps.ts';
import { findRequest } from './records.ts';
import { confirmPaidRequest } from './requests.ts';
import { readRequest } from './views.ts';

/**
 * Refuses callers who may not pay for a request, and requests that are not payable now: `request_not_found`,
 * `forbidden` for the host, `meeting_not_payable`. A viewer who has already paid passes: the sale returns what they
 * bought.
 */
async function requirePayable(sql: Sql, actor: Account, id: string): Promise<void> {
  const request = await findRequest(sql, id);
  if (!request || ![request.hostId, request.viewerId].includes(actor.id)) throw refuse('request_not_found');
  if (request.viewerId !== actor.id) throw refuse('forbidden');
  if (request.state === 'confirmed') return;
  if (!requestActions(request, 'viewer', request.now).includes('purchase')) throw refuse('meeting_not_payable');
}

type Purchase = 'POST /private_requests/purchase';

/**
 * The viewer pays for an accepted meeting, once per `Idempotency-Key`, like any ticket; with the ticket the meeting is
 * confirmed. A payment that arrives too late is refunded in full. Throws what `requirePayable` and a purchase throw.
 */
export async function purchaseMeeting(
  deps: MeetingsDeps,
  actor: Account,
  {
    body,
    key,
    asked,
  }: { readonly body: BodyOf<Purchase>; readonly key: string | undefined; readonly asked: RequestInfo },
): Promise<AnswerOf<Purchase>> {
  const { request_uuid: id } = body;
  const bought = await deps.ticketing
    .purchaseMeeting(actor, asked, { id, key, body, admit: () => requirePayable(deps.db, actor, id) })
    .catch((error: unknown) => {
      throw inWordsOfMeetings(error);
    });
  // The fact of the ticket says the same, should this process die here.
  await confirmPaidRequest(deps, id);
  const request = await readRequest(deps.db, 'viewer', actor.id, id);
  if (!request) throw new Error('a paid request cannot be read');
  return { ...bought, request };
}

/** Keeps the seat while the checkout is open, which is for the countdown alone: no one else can take it. */
export async function holdMeeting(
  deps: MeetingsDeps,
  actor: Account,
  id: string,
  asked: RequestInfo,
): Promise<AnswerOf<'POST /private_requests/hold'>> {
  await requirePayable(deps.db, actor, id);
  return deps.ticketing.holdMeeting(actor, asked, id).catch((error: unknown) => {
    throw inWordsOfMeetings(error);
  });
}

/** What the sale says of an event that is over, where it was cancelled or began while someone was paying. */
const notPayable: ReadonlySet<string> = new Set<RefusalCode>([
  'event_not_found',
  'event_cancelled',
  'event_over',
  'ticketing_closed',
]);

const inWordsOfMeetings = (error: unknown): unknown =>
  error instanceof Refusal && notPayable.has(error.code) ? refuse('meeting_not_payable') : error;
