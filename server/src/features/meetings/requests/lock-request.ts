import type { MeetingSide } from '@frontrow/core/meetings/meeting-machine.ts';
import type { Tx } from '../../../db/db.ts';
import type { MeetingsKit } from '../meetings-kit.ts';
import { confirmPaid } from './confirm-paid.ts';
import { lockRequestRow, type RequestRecord } from './store.ts';

/** A request under its lock, and that of its event where there is one. */
export async function lockRequest(
  { events }: Pick<MeetingsKit, 'events'>,
  tx: Tx,
  id: string,
): Promise<RequestRecord | undefined> {
  const request = await lockRequestRow(tx, id);
  if (request?.acceptedAt !== undefined) await events.lock(tx, id);
  return request;
}

/**
 * The same, for a step that is decided by it: a meeting that was paid counts as confirmed, also where nobody has said
 * so yet. `by`: who made it so.
 */
export async function lockToDecide(
  kit: Pick<MeetingsKit, 'events' | 'ticketing'>,
  tx: Tx,
  id: string,
  by: MeetingSide = 'viewer',
): Promise<RequestRecord | undefined> {
  const request = await lockRequest(kit, tx, id);
  return request && confirmPaid(kit, tx, request, by);
}
