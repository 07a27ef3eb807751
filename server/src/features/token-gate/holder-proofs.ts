import { holderProofMs } from '@frontrow/core/token-gate/limits.ts';
import type { Sql } from '../../db/db.ts';

/** Writes down that this account proved to hold what the event asks for: `join_waitlist` looks for it. */
export const keepHolderProof = (sql: Sql, eventId: string, accountId: number): Promise<unknown> =>
  sql.query(
    `INSERT INTO holder_proof (event_id, account_id) VALUES ($1, $2)
     ON CONFLICT (event_id, account_id) DO UPDATE SET proven_at = app_now()`,
    [eventId, accountId],
  );

/** Deletes proofs that are over, some at a time. */
export const forgetHolderProofs = (sql: Sql, rowsMax: number): Promise<unknown> =>
  sql.query(
    `DELETE FROM holder_proof WHERE (event_id, account_id) IN (
       SELECT event_id, account_id FROM holder_proof WHERE proven_at < app_now() - $1 * interval '1 ms' LIMIT $2
       FOR UPDATE SKIP LOCKED)`,
    [holderProofMs, rowsMax],
  );
