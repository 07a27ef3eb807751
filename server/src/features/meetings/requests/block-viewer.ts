import type { Account } from '@frontrow/core/kernel/actor.ts';
import { meetingMachine, openMeetingStates } from '@frontrow/core/meetings/meeting-machine.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Tx } from '../../../db/db.ts';
import type { MeetingsKit } from '../meetings-kit.ts';
import { endRequest } from './end-request.ts';
import { lockToDecide } from './lock-request.ts';

/**
 * The host wants no requests from the viewer of this one any more, or again. Open requests of that viewer end; a
 * meeting that is paid stays. Throws `request_not_found`, `forbidden` to the viewer. Safe to run twice.
 */
export async function blockViewer(kit: MeetingsKit, host: Account, id: string, blocked: boolean): Promise<void> {
  const about = await kit.db.one<{ host_id: number; viewer_id: number }>(
    'SELECT host_id, viewer_id FROM private_request WHERE id = $1 AND $2 IN (host_id, viewer_id)',
    [id, host.id],
  );
  if (!about) throw refuse('request_not_found');
  if (about.host_id !== host.id) throw refuse('forbidden');
  const viewerId = about.viewer_id;
  if (!blocked) {
    await kit.db.query('DELETE FROM host_block WHERE host_id = $1 AND user_id = $2', [host.id, viewerId]);
    return;
  }
  await kit.db.tx((tx) => keepBlock(tx, host.id, viewerId));
  // On its own: a request is locked before a person.
  await kit.db.tx((tx) => endOpenRequest(kit, tx, host.id, viewerId));
}

/** A viewer who is asking holds this lock: the question is there when the block is, or hears of it. */
async function keepBlock(tx: Tx, hostId: number, viewerId: number): Promise<void> {
  await tx.query('SELECT 1 FROM app_user WHERE id = $1 FOR NO KEY UPDATE', [viewerId]);
  await tx.query('INSERT INTO host_block (host_id, user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    hostId,
    viewerId,
  ]);
}

/** There is at most one: a request to this host that waits for somebody. */
async function endOpenRequest(kit: MeetingsKit, tx: Tx, hostId: number, viewerId: number): Promise<void> {
  const open = await tx.one<{ id: string }>(
    `SELECT id FROM private_request
     WHERE host_id = $1 AND viewer_id = $2 AND status IN ('pending_confirmation', 'modified', 'accepted')`,
    [hostId, viewerId],
  );
  const request = open && (await lockToDecide(kit, tx, open.id));
  if (!request || !openMeetingStates.includes(request.state)) return;
  const to = meetingMachine.next(request.state, 'reject') ?? meetingMachine.next(request.state, 'cancel_by_host');
  if (to) await endRequest(kit, tx, request, { to, by: 'host', refund: true });
}
