import type { WireRequest } from '@frontrow/contract/meetings/requests-api.ts';
import type { MeetingSide, MeetingState } from '@frontrow/core/meetings/meeting-machine.ts';
import { decideCall, type MeetingCall } from '@frontrow/core/meetings/request-rules.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Tx } from '../../../db/db.ts';
import { isTimeTaken } from '../../../db/is-time-taken.ts';
import type { MeetingsKit } from '../meetings-kit.ts';
import { lockToDecide } from './lock-request.ts';
import type { RequestRecord } from './store.ts';
import { readRequest } from './views.ts';

export interface Move {
  readonly tx: Tx;
  readonly request: RequestRecord;
  readonly side: MeetingSide;
  /** The state after it. */
  readonly next: MeetingState;
}

/**
 * One call of the host or the viewer: request and event locked, core decides, `work` writes. Of two that are made at
 * once the second one is decided by what the first one left. A meeting that was paid meanwhile counts as confirmed,
 * also where nobody has said so yet. Throws `request_not_found`, and what core's `decideCall` throws; `time_taken`
 * where `work` opens an event over another one.
 */
export async function moveRequest(
  kit: MeetingsKit,
  accountId: number,
  id: string,
  call: MeetingCall,
  work: (move: Move) => Promise<void>,
): Promise<WireRequest> {
  try {
    return await kit.db.tx(async (tx) => {
      const request = await lockToDecide(kit, tx, id);
      const side = request && sideOf(request, accountId);
      if (!request || !side) throw refuse('request_not_found');
      await work({ tx, request, side, next: decideCall(request, side, call, request.now) });
      const wire = await readRequest(tx, side, accountId, id);
      if (!wire) throw new Error('a moved request cannot be read');
      return wire;
    });
  } catch (error) {
    throw isTimeTaken(error) ? refuse('time_taken') : error;
  }
}

const sideOf = ({ hostId, viewerId }: RequestRecord, accountId: number): MeetingSide | undefined =>
  accountId === hostId ? 'host' : accountId === viewerId ? 'viewer' : undefined;
