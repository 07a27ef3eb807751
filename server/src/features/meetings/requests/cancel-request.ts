import type { WireRequest } from '@frontrow/contract/meetings/requests-api.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refundIsDue } from '@frontrow/core/meetings/request-rules.ts';
import { requestText } from '@frontrow/core/meetings/request-terms.ts';
import type { MeetingsKit } from '../meetings-kit.ts';
import { endRequest } from './end-request.ts';
import { moveRequest } from './move-request.ts';

/**
 * The caller cancels. By the host everything that was paid goes back; by the viewer by core's `refundIsDue`. Throws
 * what `moveRequest` throws.
 */
export async function cancelRequest(
  kit: MeetingsKit,
  actor: Account,
  id: string,
  typed: string | undefined,
): Promise<WireRequest> {
  const message = requestText(typed ?? '', { required: false, field: 'message' });
  return moveRequest(kit, actor.id, id, 'cancel', async ({ tx, request, side, next }) => {
    await endRequest(kit, tx, request, {
      to: next,
      by: side,
      message,
      refund: refundIsDue(request, side, request.now),
    });
  });
}
