import type { WireRequest } from '@frontrow/contract/meetings/requests-api.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { requestText } from '@frontrow/core/meetings/request-terms.ts';
import type { MeetingsKit } from '../meetings-kit.ts';
import { moveRequest } from './move-request.ts';
import { takeStep } from './store.ts';

/** The host says no, with a reason. Throws what `moveRequest` throws, and `request_message_required`. */
export async function rejectRequest(kit: MeetingsKit, host: Account, id: string, reason: string): Promise<WireRequest> {
  const message = requestText(reason, { required: true, field: 'reason' });
  return moveRequest(kit, host.id, id, 'reject', ({ tx, request, side, next }) =>
    takeStep(tx, request, { to: next, by: side, message }),
  );
}
