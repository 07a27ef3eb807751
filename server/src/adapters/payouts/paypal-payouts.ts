import { normaliseEmail, isEmail } from '@frontrow/core/accounts/email.ts';
import { currencyOf, decimalText } from '@frontrow/core/kernel/money.ts';
import { maskedEmail } from '@frontrow/core/payouts/sepa-account.ts';
import type { PayoutStatus } from '@frontrow/core/payouts/payouts.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { domainToASCII } from 'node:url';
import type { Logger } from '../../ports/log.ts';
import type { PayoutAnswer, Payouts } from '../../ports/payouts.ts';
import { logPaypalAnswer } from '../wallet-payments/paypal-errors.ts';
import { type PaypalAccess, paypalClient, paypalRest } from '../wallet-payments/paypal-rest.ts';
import { paypalPayoutBooks } from './paypal-payout-books.ts';
import { payoutReasons, paypalReasons } from './payout-reasons.ts';

export interface PaypalPayoutsNeeds {
  readonly settings: PaypalAccess;
  /** Of the webhook for payouts; undefined: PayPal is asked, nothing is heard. */
  readonly webhookId: string | undefined;
  /** Part of every request id: other installations may use the same account. */
  readonly installation: string;
  readonly log: Logger;
  /** Another place than PayPal's own, for tests. */
  readonly at?: string;
}

/** `RETURNED`: nobody claimed it for 30 days, so it never arrived. `REVERSED`: it had arrived. */
const statusOf: Readonly<Record<string, PayoutStatus>> = {
  SUCCESS: 'paid',
  FAILED: 'failed',
  BLOCKED: 'failed',
  DENIED: 'failed',
  RETURNED: 'failed',
  CANCELED: 'failed',
  REVERSED: 'returned',
  REFUNDED: 'returned',
};

/**
 * What PayPal says of a request that it did not take: it made no batch. Any other no may hide one that was made, as
 * the refusal of a second batch of one name does, so it is asked again under the same name.
 */
const refusals: ReadonlySet<string> = new Set(['VALIDATION_ERROR', 'INVALID_REQUEST', 'MALFORMED_REQUEST']);
/** Validation also finds that the name is taken: that is no refusal of the payout. */
const aboutItsName = /sender_batch_id/;

interface Batch {
  batch_header?: { payout_batch_id?: string; batch_status?: string };
  items?: {
    payout_item_id?: string;
    transaction_id?: string;
    transaction_status?: string;
    errors?: { name?: string; message?: string };
  }[];
}

interface PaypalError {
  name?: string;
  message?: string;
  details?: { issue?: string; link?: readonly { href?: string }[] }[];
  links?: { href?: string; rel?: string }[];
}

const batchPath = (id: string): string => `/v1/payments/payouts/${encodeURIComponent(id)}`;

/** The batch that has this name already, as PayPal's refusal of a second one links it. */
const batchNamedIn = (error: PaypalError): string | undefined =>
  /\/v1\/payments\/payouts\/([\w-]+)/.exec(JSON.stringify(error))?.[1];

function answerOf({ batch_header: header, items }: Batch): PayoutAnswer {
  const [item] = items ?? [];
  const status =
    header?.batch_status === 'DENIED' || header?.batch_status === 'CANCELED'
      ? 'failed'
      : (statusOf[item?.transaction_status ?? ''] ?? 'sent');
  return {
    ref: header?.payout_batch_id ?? '',
    moneyRef: item?.transaction_id,
    status,
    ...((status === 'failed' || status === 'returned') && {
      reason:
        paypalReasons[item?.errors?.name ?? ''] ??
        item?.errors?.message ??
        (status === 'failed' ? payoutReasons.paypalDeclined : payoutReasons.paypalReturned),
    }),
  };
}

/** Hosts through PayPal Payouts: one batch a payout, named by its id, so that a second one of it is refused. */
export function paypalPayouts({ settings, webhookId, installation, log, at }: PaypalPayoutsNeeds): Payouts {
  const rest = paypalRest(paypalClient(settings, at), log, () => refuse('payout_unavailable', {}, { retryAfter: 5 }));

  const look = async (batchId: string): Promise<PayoutAnswer | undefined> => {
    const { status, body } = await rest.call('GET', batchPath(batchId));
    if (status === 404) return undefined;
    if (status !== 200) {
      logPaypalAnswer(log, status, body);
      throw refuse('payout_unavailable', {}, { retryAfter: 30 });
    }
    return answerOf(body as Batch);
  };

  return {
    kind: 'paypal',
    paidFrom: { kind: 'psp_clearing', owner: 'paypal' },
    currencies: undefined,

    async openAccount({ account: typed }) {
      const account = normaliseEmail(typed, domainToASCII);
      if (!isEmail(account))
        throw refuse(
          'payout_account_invalid',
          { detail: 'Give the email address of your PayPal account.' },
          { field: 'account' },
        );
      return { account, shown: maskedEmail(account), state: 'ready', requirements: [] };
    },
    standing: async () => ({ state: 'ready', requirements: [] }),
    link: async () => undefined,

    async send({ payoutId, account, amountMinor, currency }) {
      const { status, body } = await rest.call(
        'POST',
        '/v1/payments/payouts',
        JSON.stringify({
          sender_batch_header: { sender_batch_id: payoutId, email_subject: 'Your payout from Frontrow' },
          items: [
            {
              recipient_type: 'EMAIL',
              receiver: account,
              sender_item_id: payoutId,
              amount: { currency, value: decimalText(amountMinor, currencyOf(currency)) },
            },
          ],
        }),
        { 'paypal-request-id': `${installation}:${payoutId}` },
      );
      const made = status < 300 ? (body as Batch).batch_header?.payout_batch_id : batchNamedIn(body as PaypalError);
      const known = made === undefined ? undefined : await look(made);
      if (known) return known;
      const { name, message } = (body ?? {}) as PaypalError;
      const isRefused =
        (status === 400 || status === 422) &&
        made === undefined &&
        refusals.has(name ?? '') &&
        !aboutItsName.test(JSON.stringify(body));
      logPaypalAnswer(log, status, body);
      // Our own balance is too low, our permission is missing, or nobody knows: no fault of the account.
      if (!isRefused) throw refuse('payout_unavailable', {}, { retryAfter: 60 });
      return { ref: '', status: 'failed', reason: message ?? payoutReasons.paypalDeclined };
    },

    look: (ref) => look(ref),
    books: paypalPayoutBooks(rest),

    async readWebhook(rawBody, headers) {
      let event: { event_type?: unknown; resource?: { payout_item?: { sender_item_id?: string } } } | null;
      try {
        event = JSON.parse(rawBody) as typeof event;
      } catch {
        return undefined;
      }
      if (typeof event?.event_type !== 'string' || !(await rest.isGenuine(rawBody, headers, webhookId)))
        return undefined;
      return { payoutId: event.resource?.payout_item?.sender_item_id };
    },
  };
}
