import { hours, seconds } from '@frontrow/core/kernel/instant.ts';
import type { Kit } from '../kit.ts';

const evidenceMs = hours(24 * 6);
const costsMinor = 1_500;
const claimSeconds = 60;

/**
 * Two payments of the demo host's past events are disputed: one was lost, one waits for an app admin to decide it. Only
 * in the sandbox. Safe to run at every start: what was decided in the meantime stays decided.
 */
export async function seedDemoDisputes({ db, config }: Pick<Kit, 'db' | 'config'>): Promise<void> {
  if (config.production || config.stripe) return;
  for (const [ref, status, nth] of [
    ['dp_sb_demo_lost', 'lost', 0],
    ['dp_sb_demo_open', 'open', 1],
  ] as const) {
    await db.tx(async (tx) => {
      const payment = await tx.one<{ id: string; amount_minor: number; currency: string }>(
        `INSERT INTO sandbox_dispute (
           ref, provider, capture_ref, amount_minor, currency, status, reason, costs_minor, evidence_due_at)
         SELECT $1, p.provider, p.capture_ref, p.amount_minor, p.currency, $2, 'fraudulent', $4,
           app_now() + $5 * interval '1 s'
         FROM payment p JOIN orders o ON o.id = p.order_id JOIN event e ON e.id = o.event_id
           JOIN app_user h ON h.id = e.host_id JOIN app_user b ON b.id = o.buyer_id
         WHERE h.username = 'host' AND e.state = 2 AND e.cancelled_at IS NULL AND o.status = 'paid'
           AND p.provider = 'sandbox_card' AND p.status = 'succeeded' AND b.username NOT IN ('viewer', 'viewer2')
           AND NOT EXISTS (SELECT 1 FROM review r JOIN ticket t ON t.id = r.ticket_id WHERE t.order_id = o.id)
           AND NOT EXISTS (SELECT 1 FROM sandbox_dispute known WHERE known.ref = $1)
         ORDER BY p.settled_at DESC, p.id OFFSET $3 LIMIT 1
         ON CONFLICT DO NOTHING
         RETURNING (SELECT id FROM payment WHERE capture_ref = sandbox_dispute.capture_ref) AS id,
           amount_minor, currency`,
        [ref, status, nth, costsMinor, evidenceMs / seconds(1)],
      );
      if (!payment) return;
      await tx.query(
        `SELECT settle_dispute($1, $2, 0, $3, $4, $5, $6, 'fraudulent', app_now() + $7 * interval '1 s', $8)`,
        [
          payment.id,
          ref,
          status,
          payment.amount_minor,
          payment.currency,
          costsMinor,
          evidenceMs / seconds(1),
          claimSeconds,
        ],
      );
    });
  }
}
