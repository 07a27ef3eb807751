import type { FactHandler } from '../../facts/fact-handler.ts';
import type { Checkout } from './selling/checkout.ts';
import { driveRefunds } from './refunds/drive-refund.ts';
import { customerLeft, forgetCustomer, letCustomerGo } from './payments/forget-customer.ts';
import { mailRefund } from './messages/mail-refund.ts';
import { createMailTicket } from './messages/mail-ticket.ts';
import { refundEvent } from './refunds/refund-event.ts';
import { holderTold, mailHolder, tellHolders } from './messages/tell-holders.ts';

/** What ticketing does about facts. */
export function ticketingFacts(checkout: Checkout): FactHandler[] {
  return [
    {
      topic: 'EventCancelled',
      name: 'refund-every-order',
      handle: ({ payload }) => refundEvent(checkout.db, String(payload['eventUuid']), 'event_cancelled'),
    },
    {
      topic: 'EventCancelled',
      name: 'tell-holders',
      handle: (fact) => tellHolders(checkout, 'cancelled', fact),
    },
    { topic: 'EventMoved', name: 'tell-holders', handle: (fact) => tellHolders(checkout, 'moved', fact) },
    { topic: 'HoldersMessaged', name: 'tell-holders', handle: (fact) => tellHolders(checkout, 'message', fact) },
    {
      topic: holderTold,
      name: 'mail-holder',
      waitsFor: 'mail',
      priority: 'low',
      handle: (fact) => mailHolder(checkout, fact),
    },
    {
      topic: 'RefundRequested',
      name: 'ask-provider',
      waitsFor: 'payments',
      handle: ({ payload }) => driveRefunds(checkout, String(payload['refundId'])),
    },
    {
      topic: 'AccountErased',
      name: 'let-customer-go',
      handle: (fact) => letCustomerGo(checkout.db, Number(fact.payload['accountId']), fact),
    },
    {
      topic: customerLeft,
      name: 'ask-provider',
      waitsFor: 'payments',
      handle: ({ payload }) => forgetCustomer(checkout, Number(payload['userId'])),
    },
    {
      topic: 'TicketIssued',
      name: 'mail-ticket',
      waitsFor: 'mail',
      priority: 'normal',
      handle: createMailTicket(checkout),
    },
    {
      topic: 'RefundSucceeded',
      name: 'mail-refund',
      waitsFor: 'mail',
      priority: 'normal',
      handle: (fact) => mailRefund(checkout, fact),
    },
  ];
}
