import type { Account } from '@frontrow/core/kernel/actor.ts';
import type { Tx } from '../../../db/db.ts';

/**
 * Records the log-in that somebody enters with. True when they had entered with another one, whose connection must end.
 */
export async function recordLogin(tx: Tx, eventUuid: string, actor: Account): Promise<boolean> {
  const row = await tx.one<{ is_another: boolean }>(
    `WITH before AS (SELECT session_id FROM room_login WHERE event_id = $1 AND user_id = $2)
     INSERT INTO room_login (event_id, user_id, session_id, session_version) VALUES ($1, $2, $3, $4)
     ON CONFLICT (event_id, user_id) DO UPDATE SET session_id = excluded.session_id,
       session_version = excluded.session_version
     RETURNING coalesce((SELECT b.session_id <> $3 FROM before b), false) AS is_another`,
    [eventUuid, actor.id, actor.sessionId, actor.sessionVersion],
  );
  return row!.is_another;
}
