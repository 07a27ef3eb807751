import type { WireRequest } from '@frontrow/contract/meetings/requests-api.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { type MeetingMinutes, openRequestsMax } from '@frontrow/core/meetings/limits.ts';
import { openMeetingStates } from '@frontrow/core/meetings/meeting-machine.ts';
import { requestText } from '@frontrow/core/meetings/request-terms.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Tx } from '../../../db/db.ts';
import { judgeAskedTime } from '../hours/asked-time.ts';
import { findMeetingHost } from '../hours/store.ts';
import type { MeetingsKit } from '../meetings-kit.ts';
import { insertRequest } from './store.ts';
import { readRequest } from './views.ts';

export interface Question {
  readonly username: string;
  readonly startsAt: number;
  readonly minutes: MeetingMinutes;
  readonly message: string | undefined;
}

/**
 * Asks a host for a meeting, at a free slot or at any other time. Throws `user_not_found`, `own_meeting`,
 * `request_open`, `requests_full`, and what `judgeAskedTime` throws.
 */
export async function createRequest(kit: MeetingsKit, viewer: Account, question: Question): Promise<WireRequest> {
  const message = requestText(question.message ?? '', { required: false, field: 'message' });
  const id = kit.ids.uuid();
  return kit.db.tx(async (tx) => {
    const { startsAt, minutes } = question;
    const host = await findMeetingHost(tx, question.username);
    if (!host) throw refuse('user_not_found');
    if (host.id === viewer.id) throw refuse('own_meeting');
    await requireRoomForMore(tx, viewer.id, host.id);
    const asked = { hostId: host.id, viewerId: viewer.id, startsAt, minutes };
    const { priceMinor, currency } = await judgeAskedTime(tx, asked);
    await insertRequest(tx, { id, ...asked, priceMinor, currency, message });
    const wire = await readRequest(tx, 'viewer', viewer.id, id);
    if (!wire) throw new Error('a new request cannot be read');
    return wire;
  });
}

/** One open request to a host, five in all. The viewer's row is locked, so that two at once are counted both. */
async function requireRoomForMore(tx: Tx, viewerId: number, hostId: number): Promise<void> {
  await tx.query('SELECT 1 FROM app_user WHERE id = $1 FOR NO KEY UPDATE', [viewerId]);
  const row = await tx.one<{ open: number; here: number }>(
    `SELECT count(*)::int AS open, (count(*) FILTER (WHERE host_id = $2))::int AS here FROM private_request
     WHERE viewer_id = $1 AND status = ANY ($3::meeting_state[])`,
    [viewerId, hostId, openMeetingStates],
  );
  if ((row?.here ?? 0) > 0) throw refuse('request_open');
  if ((row?.open ?? 0) >= openRequestsMax) throw refuse('requests_full', { maximum: openRequestsMax });
}
