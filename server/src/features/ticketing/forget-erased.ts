import type { Kit } from '../../kit.ts';

const perRunMax = 200;

/**
 * An order that came in at the very moment its buyer was erased still says with which address. Paid, it is taken back
 * (`takeBackFromErased`); one that is not paid forgets the address here, once no money is on its way. Its seat stays held
 * to the end of its time: nobody can pay for it any more.
 */
export async function forgetErased({ db }: Pick<Kit, 'db'>): Promise<void> {
  await db.query(
    `UPDATE orders SET email_norm = NULL, guest_key = NULL, hold_address = NULL WHERE id IN (
       SELECT o.id FROM app_user u JOIN orders o ON o.buyer_id = u.id
       WHERE u.erased_at > app_now() - interval '1 day' AND (o.email_norm IS NOT NULL OR o.guest_key IS NOT NULL)
         AND o.status <> 'paid' AND NOT EXISTS (
           SELECT 1 FROM payment p WHERE p.order_id = o.id AND p.status IN ('creating', 'requires_action', 'processing'))
       LIMIT $1 FOR UPDATE OF o SKIP LOCKED)`,
    [perRunMax],
  );
}
