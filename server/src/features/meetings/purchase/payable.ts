import type { Account } from '@frontrow/core/kernel/actor.ts';
import { requestActions } from '@frontrow/core/meetings/request-rules.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../../db/db.ts';
import { findRequest } from '../requests/store.ts';

/**
 * Refuses who may not pay a request, and requests that are not to be paid now: `request_not_found`, `forbidden` for the
 * host, `meeting_not_payable`. Whoever has paid passes: the sale answers what they bought.
 */
export async function needPayable(sql: Sql, actor: Account, id: string): Promise<void> {
  const request = await findRequest(sql, id);
  if (!request || ![request.hostId, request.viewerId].includes(actor.id)) throw refuse('request_not_found');
  if (request.viewerId !== actor.id) throw refuse('forbidden');
  if (request.state === 'confirmed') return;
  if (!requestActions(request, 'viewer', request.now).includes('purchase')) throw refuse('meeting_not_payable');
}
