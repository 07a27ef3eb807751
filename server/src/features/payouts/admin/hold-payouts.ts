import { readRefusalReason } from '@frontrow/core/accounts/influencer-request.ts';
import { usernameSkeleton } from '@frontrow/core/accounts/username-skeleton.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import type { Sql, Tx } from '../../../db/db.ts';
import type { PayoutsKit } from '../payouts-kit.ts';

export interface HoldWish {
  readonly adminId: number;
  readonly username: string;
  readonly reason: string;
}

const holdsShownMax = 200;

async function hostOf(tx: Tx, username: string): Promise<number> {
  const host = await tx.one<{ id: number }>('SELECT id FROM app_user WHERE username_skeleton = $1 AND role = 1', [
    usernameSkeleton(username.replace(/^@/, '')),
  ]);
  if (!host) throw refuse('payout_host_not_found', {}, { field: 'username' });
  return host.id;
}

/** Payouts of this host wait from now on. One that a bank may know already goes on. Held again, the reason changes. */
export async function holdPayouts({ accounts, db }: PayoutsKit, wish: HoldWish): Promise<void> {
  const reason = readRefusalReason(wish.reason);
  await db.tx(async (tx) => {
    const hostId = await hostOf(tx, wish.username);
    await tx.query(
      `INSERT INTO payout_hold (host_id, reason, held_by) VALUES ($1, $2, $3)
       ON CONFLICT (host_id) DO UPDATE SET reason = $2, held_by = $3, held_at = app_now()`,
      [hostId, reason, wish.adminId],
    );
    await accounts.recordAudit(tx, {
      actorId: wish.adminId,
      action: 'payouts_held',
      subjectId: hostId,
      details: { reason },
    });
  });
}

/** What waited is sent by the next run of the job. */
export async function releasePayouts({ accounts, db }: PayoutsKit, wish: HoldWish): Promise<void> {
  const reason = readRefusalReason(wish.reason);
  await db.tx(async (tx) => {
    const hostId = await hostOf(tx, wish.username);
    const held = await tx.one('DELETE FROM payout_hold WHERE host_id = $1 RETURNING host_id', [hostId]);
    if (!held) throw refuse('payouts_not_held');
    await accounts.recordAudit(tx, {
      actorId: wish.adminId,
      action: 'payouts_released',
      subjectId: hostId,
      details: { reason },
    });
  });
}

export async function listHolds(sql: Sql): Promise<AnswerOf<'GET /admin/payouts/holds'>['holds']> {
  const rows = await sql.query<{ username: string; host_name: string; reason: string; held_at: Date }>(
    `SELECT u.username, shown_name_of(u) AS host_name, h.reason, h.held_at FROM payout_hold h
     JOIN app_user u ON u.id = h.host_id ORDER BY h.held_at DESC LIMIT $1`,
    [holdsShownMax],
  );
  return rows.map((row) => ({
    host_username: row.username,
    host_name: row.host_name,
    reason: row.reason,
    held_at: row.held_at.getTime(),
  }));
}
