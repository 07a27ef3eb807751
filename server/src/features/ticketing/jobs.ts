import { lateAfterMs } from '@frontrow/core/events/limits.ts';
import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import type { Job } from '../../jobs/runner.ts';
import type { PaymentSandbox } from '../../ports/payment-sandbox.ts';
import { findDueReminders } from './notify/reminder-mails.ts';
import { expireHolds, sweepPayments } from './payments/open-payments.ts';
import { forgetErased } from './refunds/deleted-accounts.ts';
import { followOpenDisputes } from './refunds/disputes.ts';
import { driveRefunds } from './refunds/process-refunds.ts';
import { refundLateEvents } from './refunds/refunds.ts';
import type { TicketingDeps } from './ticketing-deps.ts';
import { offerFreeSeats } from './tickets/waitlist.ts';
import { forgetWebhooks, receiveWebhook, type WebhookInbox } from './webhooks.ts';

/** Jobs that keep every promise about money even if answers, webhooks and processes are lost. */
export function ticketingJobs(checkout: TicketingDeps, inbox: WebhookInbox): Job[] {
  const { config, db, idempotency, paymentSandbox } = checkout;
  const jobs: Job[] = [
    ...(paymentSandbox ? [sandboxWebhooks(checkout, paymentSandbox)] : []),
    { name: 'expire-holds', everyMs: seconds(5), run: () => expireHolds(checkout) },
    { name: 'offer-free-seats', everyMs: seconds(1), run: () => offerFreeSeats(checkout) },
    { name: 'webhook-inbox', everyMs: seconds(2), run: (stopping) => inbox.process(stopping) },
    { name: 'sweep-payments', everyMs: seconds(15), run: () => sweepPayments(checkout) },
    { name: 'drive-refunds', everyMs: seconds(5), run: () => driveRefunds(checkout) },
    { name: 'follow-disputes', everyMs: minutes(1), run: () => followOpenDisputes(checkout) },
    { name: 'find-due-reminders', everyMs: seconds(20), run: () => findDueReminders(db) },
    { name: 'forget-erased', everyMs: seconds(15), run: () => forgetErased(checkout) },
    { name: 'forget-idempotency-keys', everyMs: minutes(1), run: () => idempotency.forgetOldKeys() },
    forgetWebhooks(db),
  ];
  if (config.lateRefund === 'automatic') {
    jobs.push({ name: 'refund-late-events', everyMs: seconds(15), run: () => refundLateEvents(db, lateAfterMs) });
  }
  return jobs;
}

/** Webhooks of the sandbox are received like those of a real provider, with a signature. */
const sandboxWebhooks = (checkout: TicketingDeps, sandbox: PaymentSandbox): Job => ({
  name: 'sandbox-webhooks',
  everyMs: seconds(1),
  async run() {
    for (const { rawBody, headers } of await sandbox.dueWebhooks())
      await receiveWebhook(checkout, 'either', rawBody, headers);
  },
});
