import { minutes } from '@frontrow/core/kernel/instant.ts';
import type { Sql } from '../../../db/db.ts';
import { pageOf } from '../../../db/cursors.ts';
import type { Job } from '../../../jobs/runner.ts';
import type { Kit } from '../../../kit.ts';

type AuditAction =
  | 'influencer_authorized'
  | 'influencer_refused'
  | 'flags_changed'
  | 'admin_made'
  | 'review_removed'
  | 'review_kept'
  | 'message_removed'
  | 'report_resolved'
  | 'report_dismissed'
  | 'user_suspended'
  | 'user_restored'
  | 'sessions_ended'
  | 'event_unpublished'
  | 'event_republished'
  | 'event_cancelled'
  | 'order_refunded'
  | 'order_refunded_in_part'
  | 'ticket_resent'
  | 'receipt_resent'
  | 'refund_retried'
  | 'refund_paid_otherwise'
  | 'webhook_retried'
  | 'delivery_retried'
  | 'sandbox_dispute_decided'
  | 'tax_rate_changed'
  | 'stream_key_rotated'
  | 'restream_added'
  | 'restream_switched'
  | 'restream_removed'
  | 'replay_removed'
  | 'replay_taken_down'
  | 'replay_restored'
  | 'replay_published'
  | 'replay_cut'
  | 'replay_cut_undone'
  | 'replay_downloads_switched'
  | 'podcast_switched'
  | 'books_differ'
  | 'difference_closed'
  | 'payouts_held'
  | 'payouts_released'
  | 'left_money_paid'
  | 'payout_name_confirmed'
  | 'sepa_file_made'
  | 'sepa_file_read'
  | 'sepa_line_marked'
  | 'api_key_created'
  | 'api_key_revoked'
  | 'webhook_endpoint_added'
  | 'webhook_endpoint_changed'
  | 'webhook_secret_rotated'
  | 'webhook_endpoint_removed';

/** Rows of one page. */
export const adminPageRows = 50;

/**
 * Records what an app admin did, or a host with a secret, in the same transaction. Without an actor it was the command
 * line, or a job.
 */
export async function recordAudit(
  tx: Sql,
  entry: {
    actorId: number | undefined;
    action: AuditAction;
    subjectId: number | undefined;
    details?: Readonly<Record<string, string | boolean>>;
  },
): Promise<void> {
  await tx.query('INSERT INTO audit_log (actor_id, action, subject_id, details) VALUES ($1, $2, $3, $4)', [
    entry.actorId ?? null,
    entry.action,
    entry.subjectId ?? null,
    JSON.stringify(entry.details ?? {}),
  ]);
}

interface AuditEntry {
  readonly id: number;
  readonly atMs: number;
  readonly actor: string | null;
  readonly action: string;
  readonly subject: string | null;
  readonly details: Record<string, string | boolean>;
}

/** Entries below id `before`, newest first; of one person, or of one event of that person. */
export async function listAudit(
  sql: Sql,
  { before, subjectId, eventUuid }: { before?: number | undefined; subjectId?: number; eventUuid?: string },
): Promise<{ entries: AuditEntry[]; next: string | null }> {
  const rows = await sql.query<{
    id: number;
    at_ms: number;
    actor: string | null;
    action: string;
    subject: string | null;
    details: Record<string, string | boolean>;
  }>(
    `SELECT l.id, (extract(epoch FROM l.at) * 1000)::bigint AS at_ms, a.username AS actor, l.action,
            s.username AS subject, l.details
     FROM audit_log l LEFT JOIN app_user a ON a.id = l.actor_id LEFT JOIN app_user s ON s.id = l.subject_id
     WHERE ($1::bigint IS NULL OR l.id < $1) AND ($3::bigint IS NULL OR l.subject_id = $3)
       AND ($4::text IS NULL OR l.details ->> 'event_uuid' = $4)
     ORDER BY l.id DESC LIMIT $2`,
    [before ?? null, adminPageRows + 1, subjectId ?? null, eventUuid ?? null],
  );
  const { page, lastBefore } = pageOf(rows, adminPageRows);
  const entries = page.map((row) => ({
    id: row.id,
    atMs: row.at_ms,
    actor: row.actor,
    action: row.action,
    subject: row.subject,
    details: row.details,
  }));
  return { entries, next: lastBefore ? String(lastBefore.id) : null };
}

/** An entry on the wire. */
export const auditView = ({ id, atMs, actor, action, subject, details }: AuditEntry) => ({
  entry_ide: id,
  at: atMs,
  actor_username: actor,
  action,
  subject_username: subject,
  details,
});

const rowsPerRunMax = 1000;

/** Adds what app admins did to the chain that shows whether a row was changed or taken out later. */
export const chainAuditLog = ({ db }: Pick<Kit, 'db'>): Job => ({
  name: 'chain the audit log',
  everyMs: minutes(1),
  async run(stopping) {
    for (let added = rowsPerRunMax; added === rowsPerRunMax && !stopping();)
      added = (await db.one<{ added: number }>('SELECT chain_audit_log($1) AS added', [rowsPerRunMax]))?.added ?? 0;
  },
});
