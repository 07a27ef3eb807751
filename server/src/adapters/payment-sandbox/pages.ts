import { currencyNamed, moneyText } from '@frontrow/core/kernel/money.ts';
import type { FastifyInstance } from 'fastify';
import type { Sql } from '../../db/db.ts';
import { sandboxPage } from './page.ts';
import { gone, type PageRequest, send, withQuery } from './send-page.ts';
import { setupPage } from './setup-page.ts';
import type { SandboxSignatures } from './signatures.ts';

interface AskedRow {
  status: string;
  amount_minor: number;
  currency: string;
  description: string;
  return_url: string;
  cancel_url?: string;
}

const amountOf = (row: AskedRow): string => moneyText(row.amount_minor, currencyNamed(row.currency));

/**
 * The sandbox's own pages: the 3-D Secure challenge (in a same-origin frame of the checkout) and the wallet's
 * approval page (the whole window). Links are signed; a page only moves the sandbox's books, the app then asks them.
 */
export const sandboxPages =
  (db: Sql, signatures: SandboxSignatures) =>
  async (app: FastifyInstance): Promise<void> => {
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1024 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    const hidden = { schema: { hide: true } };
    const signed = (ref: string, signature: string | undefined): boolean =>
      typeof signature === 'string' && signatures.isLink(ref, signature);
    const intent = (ref: string) =>
      db.one<AskedRow>(
        'SELECT status, amount_minor, currency, description, return_url FROM sandbox_intent WHERE ref = $1',
        [ref],
      );
    const wallet = (ref: string) =>
      db.one<AskedRow>(
        `SELECT status, amount_minor, currency, description, return_url, cancel_url FROM sandbox_wallet_order
          WHERE ref = $1`,
        [ref],
      );

    app.get<PageRequest>('/sandbox/3ds/:ref', hidden, async (request, reply) => {
      const { ref } = request.params;
      const row = signed(ref, request.query.signature) ? await intent(ref) : undefined;
      if (!row) return gone(reply, "'self'");
      if (row.status !== 'requires_action')
        return reply.redirect(withQuery(row.return_url, 'payment_intent', ref), 303);
      const html = sandboxPage({
        title: 'Confirm it is you',
        text: `Your bank asks you to approve this payment for ${row.description}.`,
        amount: amountOf(row),
        action: `/sandbox/3ds/${ref}?signature=${request.query.signature}`,
        buttons: [
          { decision: 'complete', label: 'Complete authentication' },
          { decision: 'fail', label: 'Fail authentication' },
        ],
      });
      return send(reply, 200, html, row.return_url, "'self'");
    });

    app.post<PageRequest>('/sandbox/3ds/:ref', hidden, async (request, reply) => {
      const { ref } = request.params;
      const row = signed(ref, request.query.signature) ? await intent(ref) : undefined;
      if (!row) return gone(reply, "'self'");
      const completed = request.body?.decision === 'complete';
      await db.query('SELECT sandbox_move_intent($1, $2, $3)', [
        ref,
        completed ? 'succeeded' : 'failed',
        completed
          ? null
          : 'We are unable to authenticate your payment method. Please choose a different payment method and try ' +
            'again.',
      ]);
      return reply.redirect(withQuery(row.return_url, 'payment_intent', ref), 303);
    });

    setupPage(app, db, signatures);

    app.get<PageRequest>('/sandbox/wallet/:ref', hidden, async (request, reply) => {
      const { ref } = request.params;
      const row = signed(ref, request.query.signature) ? await wallet(ref) : undefined;
      if (!row) return gone(reply, "'none'");
      if (row.status !== 'CREATED') return reply.redirect(withQuery(row.return_url, 'token', ref), 303);
      const html = sandboxPage({
        title: 'Pay with your wallet',
        text: `Frontrow asks you to approve this payment for ${row.description}.`,
        amount: amountOf(row),
        action: `/sandbox/wallet/${ref}?signature=${request.query.signature}`,
        buttons: [
          { decision: 'approve', label: 'Approve' },
          { decision: 'cancel', label: 'Cancel' },
        ],
      });
      return send(reply, 200, html, row.return_url, "'none'");
    });

    app.post<PageRequest>('/sandbox/wallet/:ref', hidden, async (request, reply) => {
      const { ref } = request.params;
      const row = signed(ref, request.query.signature) ? await wallet(ref) : undefined;
      if (!row) return gone(reply, "'none'");
      if (request.body?.decision !== 'approve')
        return reply.redirect(withQuery(row.cancel_url ?? row.return_url, 'token', ref), 303);
      await db.query(
        `WITH approved AS (UPDATE sandbox_wallet_order SET status = 'APPROVED' WHERE ref = $1 AND status = 'CREATED'
          RETURNING ref)
         SELECT sandbox_webhook_twice('CHECKOUT.ORDER.APPROVED', ref) FROM approved`,
        [ref],
      );
      return reply.redirect(withQuery(row.return_url, 'token', ref), 303);
    });
  };
