import type { MeetingsKit } from '../meetings-kit.ts';
import { lockToDecide } from './lock-request.ts';

/**
 * After a ticket was sold: if it is that of a private meeting, the meeting is confirmed. Of other events nothing is
 * locked. Safe to run twice.
 */
export async function confirmPaidRequest(
  kit: Pick<MeetingsKit, 'db' | 'events' | 'ticketing'>,
  id: string,
): Promise<void> {
  if (!(await kit.db.one("SELECT 1 FROM private_request WHERE id = $1 AND status = 'accepted'", [id]))) return;
  await kit.db.tx((tx) => lockToDecide(kit, tx, id));
}
