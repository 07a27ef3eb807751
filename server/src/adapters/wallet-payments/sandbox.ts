import { refuse } from '@frontrow/core/refuse.ts';
import type { WalletOrder, WalletPayments } from '../../ports/wallet-payments.ts';
import type { SandboxNeeds } from '../card-payments/sandbox.ts';
import { sandboxDisputes } from '../payment-sandbox/sandbox-disputes.ts';
import { sandboxRefunds } from '../payment-sandbox/sandbox-refunds.ts';
import { sandboxBooks } from '../payment-sandbox/sandbox-books.ts';
import { readSandboxWebhook } from '../payment-sandbox/signatures.ts';

interface WalletRow {
  ref: string;
  payment_id: string;
  amount_minor: number;
  currency: string;
  status: WalletOrder['status'];
  capture_ref: string | null;
  return_url: string;
}

/** A wallet without money: create, approve on its page, capture; with its own records in PostgreSQL. */
export function sandboxWallet({ db, ids, signatures }: SandboxNeeds): WalletPayments {
  const orderOf = (row: WalletRow): WalletOrder => ({
    ref: row.ref,
    status: row.status,
    amountMinor: row.amount_minor,
    currency: row.currency,
    paymentId: row.payment_id,
    approveUrl:
      row.status === 'CREATED'
        ? `${new URL(row.return_url).origin}/sandbox/wallet/${row.ref}?signature=${signatures.linkOf(row.ref)}`
        : undefined,
    captureRef: row.capture_ref ?? undefined,
  });

  return {
    provider: 'sandbox_wallet',
    state: () => 'ready',
    books: sandboxBooks(db, 'cap_sb_'),

    async create({ paymentId, amountMinor, currency, returnUrl, cancelUrl, description }) {
      await db.query(
        `INSERT INTO sandbox_wallet_order (ref, payment_id, amount_minor, currency, status, return_url, cancel_url,
          description)
         VALUES ($1, $2, $3, $4, 'CREATED', $5, $6, $7) ON CONFLICT (payment_id) DO NOTHING`,
        [`WSB${ids.secret()}`, paymentId, amountMinor, currency, returnUrl, cancelUrl, description],
      );
      const row = await db.one<WalletRow>('SELECT * FROM sandbox_wallet_order WHERE payment_id = $1', [paymentId]);
      if (!row) throw new Error('the sandbox lost a wallet order');
      return orderOf(row);
    },

    async order(ref) {
      const row = await db.one<WalletRow>('SELECT * FROM sandbox_wallet_order WHERE ref = $1', [ref]);
      return row && orderOf(row);
    },

    async capture(ref) {
      const row = await db.one<WalletRow>('SELECT * FROM sandbox_capture($1)', [ref]);
      if (!row) throw refuse('payment_unknown');
      return orderOf(row);
    },

    ...sandboxRefunds(db, 'sandbox_wallet', () => `RSB${ids.secret()}`),
    ...sandboxDisputes(db, 'sandbox_wallet'),

    async readWebhook(rawBody, headers) {
      const seen = readSandboxWebhook(signatures, rawBody, headers);
      if (!seen || /^(payment_intent|charge)\./.test(seen.type)) return undefined;
      const { id, type, object } = seen;
      return type.startsWith('CUSTOMER.DISPUTE.')
        ? { id, type, orderRef: undefined, about: 'dispute', disputeRef: object }
        : { id, type, orderRef: object, about: 'payment' };
    },
  };
}
