import {
  influencerRequestMachine,
  type InfluencerRequestState,
  readRefusalReason,
} from '@frontrow/core/accounts/influencer-request.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { recordFact } from '../../../facts/record-fact.ts';
import type { Kit } from '../../../kit.ts';
import { influencerRequestDecided } from '../facts.ts';
import { recordAudit } from './audit-log.ts';

export interface Decision {
  readonly adminId: number;
  readonly userId: number;
  /** The reason of a refusal; undefined authorizes. */
  readonly refusedBecause: string | undefined;
}

/** Decides a pending request, once. Role, history, audit entry and the fact for the mail are one transaction. */
export async function decideInfluencerRequest(
  { db }: Pick<Kit, 'db'>,
  { adminId, userId, refusedBecause }: Decision,
): Promise<void> {
  const authorized = refusedBecause === undefined;
  const reason = authorized ? undefined : readRefusalReason(refusedBecause);
  await db.tx(async (tx) => {
    const found = await tx.one<{ influencer_request: InfluencerRequestState }>(
      'SELECT influencer_request FROM app_user WHERE id = $1 AND erased_at IS NULL FOR UPDATE',
      [userId],
    );
    if (!found) throw refuse('user_not_found');
    const to = influencerRequestMachine.next(found.influencer_request, authorized ? 'authorize' : 'refuse');
    if (!to) throw refuse('request_decided');
    await tx.query(
      `UPDATE app_user SET influencer_request = $2, role = CASE WHEN $4 THEN 1 ELSE role END
       WHERE id = $1 AND influencer_request = $3`,
      [userId, to, found.influencer_request, authorized],
    );
    const request = await tx.one<{ id: number }>(
      `UPDATE influencer_request SET decided_at = app_now(), decided_by = $2, authorized = $3, reason = $4
       WHERE user_id = $1 AND decided_at IS NULL RETURNING id`,
      [userId, adminId, authorized, reason ?? null],
    );
    if (!request) throw refuse('request_decided');
    await recordAudit(tx, {
      actorId: adminId,
      action: authorized ? 'influencer_authorized' : 'influencer_refused',
      subjectId: userId,
      ...(reason !== undefined && { details: { reason } }),
    });
    await recordFact(tx, influencerRequestDecided(userId, request.id, reason));
  });
}
