import { seconds } from '@frontrow/core/kernel/instant.ts';
import { maskedAccount } from '@frontrow/core/payouts/sepa-account.ts';
import type { PayoutStatus } from '@frontrow/core/payouts/payouts.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { Stripe } from 'stripe';
import { createHash } from 'node:crypto';
import type { Logger } from '../../ports/log.ts';
import type { PayoutAnswer, PayoutOrder, Payouts } from '../../ports/payouts.ts';
import { isLiveKey, stripeClient, type StripeAt } from '../card-payments/stripe-client.ts';
import { isMissing } from '../card-payments/stripe-errors.ts';
import { readLines } from '../read-lines.ts';
import { payoutReasons, stripeReasons, wrongStripeCurrency } from './payout-reasons.ts';
import { connectErrors, isAccountGone, isAboutAccount, isAboutTyped } from './stripe-connect-errors.ts';
import { standingOf } from './stripe-requirements.ts';

export interface StripeConnectNeeds {
  readonly secretKey: string;
  /** Of the webhook for connected accounts; undefined: Stripe is asked, nothing is heard. */
  readonly webhookSecret: string | undefined;
  /** Part of every idempotency key: other installations may use the same account. */
  readonly installation: string;
  readonly log: Logger;
  readonly at?: StripeAt;
}

/** Of a connected account's payouts, the newest are looked through; we make one at a time. */
const payoutsListedMax = 100;
const transfersPageSize = 100;

const statusOf: Readonly<Record<string, PayoutStatus>> = {
  pending: 'sent',
  in_transit: 'sent',
  paid: 'paid',
  failed: 'failed',
  canceled: 'failed',
};

/** A reference names the account, too: it is all that is left once the host removes the method. */
const refOf = (account: string, payout: string): string => `${account}/${payout}`;

/** Of the parameters: Stripe refuses a key for a day that comes with others than before. */
const hashOf = (params: object): string =>
  createHash('sha256').update(JSON.stringify(params)).digest('hex').slice(0, 16);

/**
 * Hosts through Stripe Connect: an Express account that Stripe asks about itself. A payout is a transfer to that
 * account and the account's own payout to its bank. When that fails, the transfer is reversed before we say so.
 */
export function stripeConnect({ secretKey, webhookSecret, installation, log, at }: StripeConnectNeeds): Payouts {
  const stripe = stripeClient(secretKey, at);
  const live = isLiveKey(secretKey);
  const { translated, translating } = connectErrors(log);
  const once = (key: string) => ({ idempotencyKey: `${installation}:${key}` });

  /** Stripe forgets idempotency keys after a day; the group of a transfer it keeps. */
  const transferOf = async (payoutId: string): Promise<Stripe.Transfer | undefined> =>
    (await stripe.transfers.list({ transfer_group: payoutId, limit: 1 })).data[0];

  const payoutOf = async (payoutId: string, account: string): Promise<Stripe.Payout | undefined> =>
    (await stripe.payouts.list({ limit: payoutsListedMax }, { stripeAccount: account })).data.find(
      (payout) => payout.metadata?.['payout_id'] === payoutId,
    );

  /** The money comes back to us from the connected account, where a failed payout leaves it. */
  async function takeBack(payoutId: string): Promise<void> {
    const transfer = await transferOf(payoutId);
    if (!transfer || transfer.reversed) return;
    await stripe.transfers.createReversal(
      transfer.id,
      { amount: transfer.amount, metadata: { payout_id: payoutId } },
      once(`reversal:${payoutId}`),
    );
  }

  async function answerOf(payout: Stripe.Payout, account: string, payoutId: string): Promise<PayoutAnswer> {
    const status = statusOf[payout.status] ?? 'sent';
    if (status === 'failed') await takeBack(payoutId);
    return {
      ref: refOf(account, payout.id),
      status,
      ...(status === 'failed' && {
        reason: stripeReasons[payout.failure_code ?? ''] ?? payout.failure_message ?? payoutReasons.bankRejected,
      }),
    };
  }

  async function refused(error: unknown, order: PayoutOrder): Promise<PayoutAnswer> {
    if (!isAboutAccount(error)) throw error;
    await takeBack(order.payoutId);
    return { ref: refOf(order.account, ''), status: 'failed', reason: error.message };
  }

  /** Stripe would take a transfer in another currency and change it, and then there is nothing to pay out. */
  async function wrongCurrency({ account, currency }: PayoutOrder): Promise<string | undefined> {
    const { currencies } = standingOf(await stripe.accounts.retrieve(account));
    return currencies === undefined || currencies.includes(currency)
      ? undefined
      : wrongStripeCurrency(currencies, currency);
  }

  async function send(order: PayoutOrder): Promise<PayoutAnswer> {
    const { payoutId, account, amountMinor: amount } = order;
    const currency = order.currency.toLowerCase();
    const metadata = { payout_id: payoutId };
    try {
      if (!(await transferOf(payoutId))) {
        const reason = await wrongCurrency(order);
        if (reason !== undefined) return { ref: refOf(account, ''), status: 'failed', reason };
        await stripe.transfers.create(
          { amount, currency, destination: account, transfer_group: payoutId, metadata },
          once(payoutId),
        );
      }
      const made =
        (await payoutOf(payoutId, account)) ??
        (await stripe.payouts.create(
          { amount, currency, metadata },
          { stripeAccount: account, ...once(`payout:${payoutId}`) },
        ));
      return await answerOf(made, account, payoutId);
    } catch (error) {
      return refused(error, order);
    }
  }

  return {
    kind: 'stripe',
    paidFrom: { kind: 'psp_clearing', owner: 'stripe' },
    currencies: undefined,

    async openAccount({ hostId, account: typed, email }) {
      const country = typed.trim().toUpperCase();
      if (!/^([A-Z]{2})?$/.test(country))
        throw refuse(
          'payout_account_invalid',
          { detail: 'Give the country of your bank in two letters, like DE. Stripe asks for the rest.' },
          { field: 'account' },
        );
      const params: Stripe.AccountCreateParams = {
        type: 'express',
        ...(country && { country }),
        ...(email !== undefined && { email }),
        capabilities: { transfers: { requested: true } },
        // We say when money goes to the bank.
        settings: { payouts: { schedule: { interval: 'manual' } } },
        metadata: { host_id: String(hostId) },
      };
      try {
        const made = await stripe.accounts.create(params, once(`connect:${hostId}:${hashOf(params)}`));
        return { account: made.id, shown: maskedAccount(made.id), ...standingOf(made) };
      } catch (error) {
        if (isAboutTyped(error))
          throw refuse('payout_account_invalid', { detail: error.message }, { field: 'account' });
        throw translated(error);
      }
    },

    standing: (account) =>
      translating(async () => {
        try {
          return standingOf(await stripe.accounts.retrieve(account));
        } catch (error) {
          if (!isAccountGone(error)) throw error;
          return { state: 'refused', requirements: ['Stripe does not know this account any more.'] };
        }
      }),

    link: (account, returnUrl) =>
      translating(
        async () =>
          (
            await stripe.accountLinks.create({
              account,
              type: 'account_onboarding',
              return_url: returnUrl,
              refresh_url: returnUrl,
            })
          ).url,
      ),

    send: (order) => translating(() => send(order)),

    look: (ref, payoutId) =>
      translating(async () => {
        const [account = '', payout = ''] = ref.split('/');
        if (payout === '') return undefined;
        try {
          return await answerOf(
            await stripe.payouts.retrieve(payout, {}, { stripeAccount: account }),
            account,
            payoutId,
          );
        } catch (error) {
          if (isMissing(error)) return undefined;
          throw error;
        }
      }),

    books: {
      delayMs: 0,
      read: ({ from, to, after }) =>
        translating(async () => {
          const page = await stripe.transfers.list({
            created: { gte: Math.floor(from / seconds(1)), lt: Math.ceil(to / seconds(1)) },
            limit: transfersPageSize,
            ...(after !== undefined && { starting_after: after }),
          });
          return {
            ...readLines(page.data, {
              refOf: ({ id }) => id,
              moneyOf: (transfer) => ({
                kind: 'payout',
                ref: transfer.transfer_group ?? transfer.id,
                amountMinor: transfer.amount - transfer.amount_reversed,
                currency: transfer.currency.toUpperCase(),
                at: seconds(transfer.created),
                paymentId: transfer.transfer_group ?? undefined,
              }),
            }),
            next: page.has_more ? page.data.at(-1)?.id : undefined,
          };
        }),
    },

    async readWebhook(rawBody, headers) {
      if (webhookSecret === undefined) return undefined;
      let event: Stripe.Event;
      try {
        event = stripe.webhooks.constructEvent(rawBody, headers['stripe-signature'] ?? '', webhookSecret);
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) return undefined;
        throw error;
      }
      // A test event must never move live money, nor the other way round.
      if (event.livemode !== live) return undefined;
      const object = event.data.object as { object?: string; metadata?: Record<string, string> | null };
      return {
        ...(object.object === 'payout' && { payoutId: object.metadata?.['payout_id'] }),
        ...(event.type === 'account.updated' && { account: event.account }),
      };
    },
  };
}
