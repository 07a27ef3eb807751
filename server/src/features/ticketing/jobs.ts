import { lateAfterMs } from '@frontrow/core/events/limits.ts';
import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import type { Job } from '../../jobs/runner.ts';
import type { PaymentSandbox } from '../../ports/payment-sandbox.ts';
import { findDueReminders } from './notify/send-reminder-mails.ts';
import { expireHolds, sweepPayments } from './payments/open-payments.ts';
import { purgeErasedBuyers } from './refunds/deleted-accounts.ts';
import { followOpenDisputes } from './refunds/disputes.ts';
import { processDueRefunds } from './refunds/process-refunds.ts';
import { refundLateEvents } from './refunds/refunds.ts';
import { sweepPassPayments } from './series-passes/pass-payments.ts';
import type { TicketingDeps } from './ticketing-deps.ts';
import { offerFreeSeats } from './tickets/waitlist.ts';
import { purgeWebhooks, storeWebhook, type WebhookInbox } from './provider-webhooks.ts';

/** Jobs that keep every promise about money even if answers, webhooks and processes are lost. */
export function ticketingJobs(deps: TicketingDeps, inbox: WebhookInbox): Job[] {
  const { config, db, idempotency, paymentSandbox } = deps;
  const jobs: Job[] = [
    ...(paymentSandbox ? [sandboxWebhooks(deps, paymentSandbox)] : []),
    { name: 'expire-holds', everyMs: seconds(5), run: () => expireHolds(deps) },
    { name: 'offer-free-seats', everyMs: seconds(1), run: () => offerFreeSeats(deps) },
    { name: 'webhook-inbox', everyMs: seconds(2), run: (stopping) => inbox.process(stopping) },
    { name: 'sweep-payments', everyMs: seconds(15), run: () => sweepPayments(deps) },
    { name: 'sweep-pass-payments', everyMs: seconds(15), run: () => sweepPassPayments(deps) },
    { name: 'drive-refunds', everyMs: seconds(5), run: () => processDueRefunds(deps) },
    { name: 'follow-disputes', everyMs: minutes(1), run: () => followOpenDisputes(deps) },
    { name: 'find-due-reminders', everyMs: seconds(20), run: () => findDueReminders(db) },
    { name: 'forget-erased', everyMs: seconds(15), run: () => purgeErasedBuyers(deps) },
    {
      name: 'forget-idempotency-keys',
      everyMs: minutes(1),
      async run(stopping) {
        while ((await idempotency.forgetOldKeys()) && !stopping());
      },
    },
    purgeWebhooks(db),
  ];
  if (config.lateRefund === 'automatic') {
    jobs.push({ name: 'refund-late-events', everyMs: seconds(15), run: () => refundLateEvents(db, lateAfterMs) });
  }
  return jobs;
}

/** Webhooks of the sandbox are received like those of a real provider, with a signature. */
const sandboxWebhooks = (deps: TicketingDeps, sandbox: PaymentSandbox): Job => ({
  name: 'sandbox-webhooks',
  everyMs: seconds(1),
  async run() {
    for (const { rawBody, headers } of await sandbox.dueWebhooks())
      await storeWebhook(deps, 'either', rawBody, headers);
  },
});
