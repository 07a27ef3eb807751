import { readRefusalReason } from '@frontrow/core/accounts/influencer-request.ts';
import type { Tx } from '../../db/db.ts';
import type { BackofficeDeps } from './backoffice-deps.ts';

interface AboutPerson {
  readonly adminId: number;
  readonly userId: number;
  readonly reason: string;
}

type Deps = Pick<BackofficeDeps, 'accounts' | 'db' | 'events'>;

/**
 * Suspends a person, with a reason that the person reads. Upcoming events of a host are unpublished: tickets stay valid
 * and can be returned, and the no-show rule refunds everyone if the host is not restored in time. A live event ends and
 * is refunded, because no one hosts it now (docs/decisions/0122).
 */
export async function suspendPerson({ accounts, db, events }: Deps, asked: AboutPerson): Promise<void> {
  const reason = readRefusalReason(asked.reason);
  await db.tx(async (tx) => {
    // Events come before people in the lock order. One that was being published has the person's lock, so the events
    // are read again once that lock is ours; none is published after it.
    await lockOpenEvents(tx, asked.userId);
    await accounts.suspend(tx, { accountId: asked.userId, reason });
    const hosted = await lockOpenEvents(tx, asked.userId);
    for (const { id, live } of hosted) {
      if (live) await events.move(tx, id, 'takeDown', 'admin');
      else await events.unpublish(tx, id, { reason, withHost: true });
    }
    await accounts.recordAudit(tx, {
      actorId: asked.adminId,
      action: 'user_suspended',
      subjectId: asked.userId,
      details: { reason, events: String(hosted.length) },
    });
  });
}

/** Restores a suspended person and publishes what the suspension unpublished, with a reason for the audit log. */
export async function restorePerson({ accounts, db, events }: Deps, asked: AboutPerson): Promise<void> {
  const reason = readRefusalReason(asked.reason);
  await db.tx(async (tx) => {
    const hosted = await lockOpenEvents(tx, asked.userId);
    await accounts.restore(tx, { accountId: asked.userId, reason });
    for (const { id, withHost } of hosted) if (withHost) await events.republish(tx, id);
    await accounts.recordAudit(tx, {
      actorId: asked.adminId,
      action: 'user_restored',
      subjectId: asked.userId,
      details: { reason },
    });
  });
}

/** Logs a person out everywhere, such as after a stolen device. */
export async function endSessions({ accounts, db }: Deps, asked: AboutPerson): Promise<void> {
  const reason = readRefusalReason(asked.reason);
  await db.tx(async (tx) => {
    await accounts.endSessions(tx, { accountId: asked.userId, reason });
    await accounts.recordAudit(tx, {
      actorId: asked.adminId,
      action: 'sessions_ended',
      subjectId: asked.userId,
      details: { reason },
    });
  });
}

async function lockOpenEvents(tx: Tx, hostId: number): Promise<{ id: string; live: boolean; withHost: boolean }[]> {
  const rows = await tx.query<{ id: string; live: boolean; unpublished_with_host: boolean }>(
    `SELECT id, state = 1 AS live, unpublished_with_host FROM event WHERE host_id = $1 AND state < 2
     ORDER BY id FOR UPDATE`,
    [hostId],
  );
  return rows.map((row) => ({ id: row.id, live: row.live, withHost: row.unpublished_with_host }));
}
