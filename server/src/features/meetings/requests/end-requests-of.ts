import { refundIsDue } from '@frontrow/core/meetings/request-rules.ts';
import { meetingMachine } from '@frontrow/core/meetings/meeting-machine.ts';
import type { MeetingsKit } from '../meetings-kit.ts';
import { endRequest } from './end-request.ts';
import { lockToDecide } from './lock-request.ts';

/**
 * Cancels what waits for somebody who is gone, as if they had cancelled it, and forgets what they wrote. What was
 * agreed on and paid stays, as the books do. Safe to run again.
 */
export async function endRequestsOf(kit: MeetingsKit, accountId: number): Promise<void> {
  const open = await kit.db.query<{ id: string }>(
    `SELECT id FROM private_request
     WHERE $1 IN (viewer_id, host_id) AND status IN ('pending_confirmation', 'modified', 'accepted', 'confirmed')`,
    [accountId],
  );
  for (const { id } of open)
    await kit.db.tx(async (tx) => {
      const request = await lockToDecide(kit, tx, id);
      if (!request) return;
      const side = request.hostId === accountId ? 'host' : 'viewer';
      const to = meetingMachine.next(request.state, `cancel_by_${side}`);
      if (to === undefined) return;
      await endRequest(kit, tx, request, { to, by: side, refund: refundIsDue(request, side, request.now) });
    });
  // Not in the transaction that erases: a request is locked before a person.
  await kit.db.query("UPDATE private_request SET message = '' WHERE viewer_id = $1 AND message <> ''", [accountId]);
  await kit.db.query(
    `UPDATE private_request_step s SET message = '' FROM private_request r
     WHERE r.id = s.request_id AND s.message <> ''
       AND ((s.by_side = 'viewer' AND r.viewer_id = $1) OR (s.by_side = 'host' AND r.host_id = $1))`,
    [accountId],
  );
}
