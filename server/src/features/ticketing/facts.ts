import { type FactHandler, onFact } from '../../facts/fact-handler.ts';
import { mailHolder, recordHolderNotices } from './notify/holder-messages.ts';
import { mailAdminsOfDispute, mailDispute, mailHostRefund, mailRefund } from './notify/send-refund-mails.ts';
import { createMailReminder, remindHolders, remindOfLive } from './notify/send-reminder-mails.ts';
import {
  createMailSoldTicket,
  createMailTicket,
  mailFormerHolder,
  mailReceiptLink,
} from './notify/send-ticket-mails.ts';
import { mailOffer, mailPlace } from './notify/send-waitlist-mails.ts';
import { detachCard, deleteProviderCustomer, recordCustomerDeletion } from './payments/saved-cards.ts';
import { processDueRefunds } from './refunds/process-refunds.ts';
import { refundCancelledEvent, refundRemovedReplay } from './refunds/refunds.ts';
import type { TicketingDeps } from './ticketing-deps.ts';
import { passFacts } from './wallets/passes.ts';
import { leaveAllWaitlists } from './tickets/waitlist.ts';

/** How ticketing reacts to facts. */
export function ticketingFacts(deps: TicketingDeps): FactHandler[] {
  const { db } = deps;
  const mailTicket = createMailTicket(deps);
  return [
    ...passFacts(deps),
    onFact('EventCancelled', 'refund-every-order', ({ payload }) => refundCancelledEvent(db, payload.eventUuid)),
    onFact('EventCancelled', 'tell-holders', (fact) => recordHolderNotices(deps, 'cancelled', fact)),
    onFact('ReplayRemoved', 'refund-recent-buyers', ({ payload }) => refundRemovedReplay(db, payload.eventUuid)),
    onFact('ReplayTakenDown', 'refund-recent-buyers', ({ payload }) => refundRemovedReplay(db, payload.eventUuid)),
    onFact('EventUnpublished', 'tell-holders', (fact) => recordHolderNotices(deps, 'unpublished', fact)),
    onFact('EventMoved', 'tell-holders', (fact) => recordHolderNotices(deps, 'moved', fact)),
    onFact('HoldersMessaged', 'tell-holders', (fact) => recordHolderNotices(deps, 'message', fact)),
    onFact('HolderTold', 'mail-holder', (fact) => mailHolder(deps, fact), { queue: 'mail', priority: 'low' }),
    onFact('EventStarted', 'remind-holders', ({ payload }) => remindOfLive(db, payload.eventUuid)),
    onFact('RemindersDue', 'remind-holders', ({ payload }) => remindHolders(db, payload)),
    onFact('HolderReminded', 'mail-holder', createMailReminder(deps), { queue: 'mail', priority: 'low' }),
    onFact('RefundRequested', 'ask-provider', ({ payload }) => processDueRefunds(deps, payload.refundId), {
      queue: 'payments',
    }),
    onFact('AccountErased', 'let-customer-go', (fact) => recordCustomerDeletion(db, fact.payload.accountId, fact)),
    onFact('AccountErased', 'leave-waitlists', ({ payload }) => leaveAllWaitlists(db, payload.accountId)),
    onFact('WaitlistJoined', 'mail-place', (fact) => mailPlace(deps, fact), { queue: 'mail', priority: 'normal' }),
    onFact('WaitlistOffered', 'mail-offer', (fact) => mailOffer(deps, fact), { queue: 'mail' }),
    onFact('CardRemoved', 'ask-provider', ({ payload }) => detachCard(deps, payload), { queue: 'payments' }),
    onFact('CustomerLeft', 'ask-provider', ({ payload }) => deleteProviderCustomer(deps, payload.userId), {
      queue: 'payments',
    }),
    onFact('TicketIssued', 'mail-ticket', createMailSoldTicket(deps, mailTicket), {
      queue: 'mail',
      priority: 'normal',
      // The tickets of a pass arrive in the order in which they were sold, that of their dates.
      lineOf: ({ userId }) => userId,
    }),
    onFact('TicketTransferred', 'mail-new-holder', (fact) => mailTicket(fact.dedupeKey, fact.payload.ticketId), {
      queue: 'mail',
      priority: 'normal',
    }),
    onFact('TicketTransferred', 'mail-former-holder', (fact) => mailFormerHolder(deps, fact), {
      queue: 'mail',
      priority: 'normal',
    }),
    onFact(
      'TicketMailAsked',
      'mail-ticket',
      (fact) => mailTicket(fact.dedupeKey, fact.payload.ticketId, { requested: true }),
      { queue: 'mail', priority: 'normal' },
    ),
    onFact('ReceiptMailAsked', 'mail-receipt', (fact) => mailReceiptLink(deps, fact), {
      queue: 'mail',
      priority: 'normal',
    }),
    onFact('RefundSucceeded', 'mail-refund', (fact) => mailRefund(deps, fact), {
      queue: 'mail',
      priority: 'normal',
    }),
    onFact('RefundSucceeded', 'mail-host', (fact) => mailHostRefund(deps, fact), { queue: 'mail' }),
    onFact('DisputeOpened', 'mail-dispute', (fact) => mailDispute(deps, 'open', fact), { queue: 'mail' }),
    onFact('DisputeOpened', 'email app admins', (fact) => mailAdminsOfDispute(deps, fact), { queue: 'mail' }),
    onFact('DisputeDecided', 'mail-dispute', (fact) => mailDispute(deps, fact.payload.status, fact), {
      queue: 'mail',
    }),
  ];
}
