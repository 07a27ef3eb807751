import type { FastifyInstance } from 'fastify';
import type { Sql } from '../../db/db.ts';
import { sandboxPage } from './page.ts';
import { gone, type PageRequest, send, withQuery } from './send-page.ts';
import type { SandboxSignatures } from './signatures.ts';

/** The bank's page for a card that is being saved; it stands in a frame of the page of payment methods. */
export function setupPage(app: FastifyInstance, db: Sql, signatures: SandboxSignatures): void {
  const hidden = { schema: { hide: true } };
  const setup = (ref: string, signature: string | undefined) =>
    typeof signature === 'string' && signatures.isLink(ref, signature)
      ? db.one<{ status: string; return_url: string }>('SELECT status, return_url FROM sandbox_setup WHERE ref = $1', [
          ref,
        ])
      : undefined;

  app.get<PageRequest>('/sandbox/setup/:ref', hidden, async (request, reply) => {
    const { ref } = request.params;
    const row = await setup(ref, request.query.signature);
    if (!row) return gone(reply, "'self'");
    if (row.status !== 'requires_action') return reply.redirect(withQuery(row.return_url, 'setup_intent', ref), 303);
    const html = sandboxPage({
      title: 'Confirm it is you',
      text: 'Your bank asks you to approve that this card is saved. Nothing is charged.',
      amount: '',
      action: `/sandbox/setup/${ref}?signature=${request.query.signature}`,
      buttons: [
        { decision: 'complete', label: 'Complete authentication' },
        { decision: 'fail', label: 'Fail authentication' },
      ],
    });
    return send(reply, 200, html, row.return_url, "'self'");
  });

  app.post<PageRequest>('/sandbox/setup/:ref', hidden, async (request, reply) => {
    const { ref } = request.params;
    const row = await setup(ref, request.query.signature);
    if (!row) return gone(reply, "'self'");
    const completed = request.body?.decision === 'complete';
    await db.query("UPDATE sandbox_setup SET status = $2, failure = $3 WHERE ref = $1 AND status = 'requires_action'", [
      ref,
      completed ? 'succeeded' : 'failed',
      completed ? null : 'We are unable to authenticate your payment method. Please choose another one.',
    ]);
    return reply.redirect(withQuery(row.return_url, 'setup_intent', ref), 303);
  });
}
