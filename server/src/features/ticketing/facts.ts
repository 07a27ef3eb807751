import { type FactHandler, onFact } from '../../facts/fact-handler.ts';
import { mailHolder, tellHolders } from './notify/holder-messages.ts';
import { mailDispute, mailHostRefund, mailRefund } from './notify/refund-mails.ts';
import { createMailReminder, remindHolders, remindOfLive } from './notify/reminder-mails.ts';
import { createMailSoldTicket, createMailTicket, mailFormerHolder } from './notify/ticket-mails.ts';
import { mailOffer, mailPlace } from './notify/waitlist-mails.ts';
import { forgetCard, forgetCustomer, letCustomerGo } from './payments/saved-cards.ts';
import { driveRefunds } from './refunds/process-refunds.ts';
import { refundCancelledEvent } from './refunds/refunds.ts';
import type { TicketingDeps } from './ticketing-deps.ts';
import { leaveAllWaitlists } from './tickets/waitlist.ts';

/** How ticketing reacts to facts. */
export function ticketingFacts(checkout: TicketingDeps): FactHandler[] {
  const { db } = checkout;
  const mailTicket = createMailTicket(checkout);
  return [
    onFact('EventCancelled', 'refund-every-order', ({ payload }) => refundCancelledEvent(db, payload.eventUuid)),
    onFact('EventCancelled', 'tell-holders', (fact) => tellHolders(checkout, 'cancelled', fact)),
    onFact('EventMoved', 'tell-holders', (fact) => tellHolders(checkout, 'moved', fact)),
    onFact('HoldersMessaged', 'tell-holders', (fact) => tellHolders(checkout, 'message', fact)),
    onFact('HolderTold', 'mail-holder', (fact) => mailHolder(checkout, fact), { queue: 'mail', priority: 'low' }),
    onFact('EventStarted', 'remind-holders', ({ payload }) => remindOfLive(db, payload.eventUuid)),
    onFact('RemindersDue', 'remind-holders', ({ payload }) => remindHolders(db, payload)),
    onFact('HolderReminded', 'mail-holder', createMailReminder(checkout), { queue: 'mail', priority: 'low' }),
    onFact('RefundRequested', 'ask-provider', ({ payload }) => driveRefunds(checkout, payload.refundId), {
      queue: 'payments',
    }),
    onFact('AccountErased', 'let-customer-go', (fact) => letCustomerGo(db, fact.payload.accountId, fact)),
    onFact('AccountErased', 'leave-waitlists', ({ payload }) => leaveAllWaitlists(db, payload.accountId)),
    onFact('WaitlistJoined', 'mail-place', (fact) => mailPlace(checkout, fact), { queue: 'mail', priority: 'normal' }),
    onFact('WaitlistOffered', 'mail-offer', (fact) => mailOffer(checkout, fact), { queue: 'mail' }),
    onFact('CardRemoved', 'ask-provider', ({ payload }) => forgetCard(checkout, payload), { queue: 'payments' }),
    onFact('CustomerLeft', 'ask-provider', ({ payload }) => forgetCustomer(checkout, payload.userId), {
      queue: 'payments',
    }),
    onFact('TicketIssued', 'mail-ticket', createMailSoldTicket(checkout, mailTicket), {
      queue: 'mail',
      priority: 'normal',
    }),
    onFact('TicketTransferred', 'mail-new-holder', (fact) => mailTicket(fact.dedupeKey, fact.payload.ticketId), {
      queue: 'mail',
      priority: 'normal',
    }),
    onFact('TicketTransferred', 'mail-former-holder', (fact) => mailFormerHolder(checkout, fact), {
      queue: 'mail',
      priority: 'normal',
    }),
    onFact(
      'TicketMailAsked',
      'mail-ticket',
      (fact) => mailTicket(fact.dedupeKey, fact.payload.ticketId, { requested: true }),
      { queue: 'mail', priority: 'normal' },
    ),
    onFact('RefundSucceeded', 'mail-refund', (fact) => mailRefund(checkout, fact), {
      queue: 'mail',
      priority: 'normal',
    }),
    onFact('RefundSucceeded', 'mail-host', (fact) => mailHostRefund(checkout, fact), { queue: 'mail' }),
    onFact('DisputeOpened', 'mail-dispute', (fact) => mailDispute(checkout, 'open', fact), { queue: 'mail' }),
    onFact('DisputeDecided', 'mail-dispute', (fact) => mailDispute(checkout, fact.payload.status, fact), {
      queue: 'mail',
    }),
  ];
}
