import { contactTopics } from '@frontrow/contract/system/limits.ts';
import { meetingReminderKinds } from '@frontrow/core/meetings/meeting-times.ts';
import { pushKinds } from '@frontrow/core/notifications/push.ts';
import { reminderKinds } from '@frontrow/core/ticketing/reminders.ts';
import { z } from 'zod';

const accountId = z.int();
const eventUuid = z.guid();
/** Null where no one has this address: the answer and the work are the same either way. */
const accountOrNone = z.object({ accountId: accountId.nullable() });
const holderTold = { eventUuid, ticketId: z.guid() };
const reminder = { kind: z.enum(reminderKinds), countedFor: z.int() };

/**
 * Every fact that can be recorded, by topic, with what it carries. Recording and handling are typed by it; a test
 * compares the stored functions with it.
 */
export const catalogue = {
  /** An account was made. `browser`: the hashed key of an attempt with a social provider. */
  AccountCreated: z.object({ accountId, browser: z.string().nullable() }),
  /** Someone asked for the verification email again. */
  VerificationAsked: z.object({ accountId }),
  /** Someone forgot a password. */
  PasswordResetAsked: accountOrNone,
  /** Someone wants to log in by mail. */
  MagicLinkAsked: accountOrNone,
  PasswordChanged: z.object({ accountId }),
  /** Someone asked for a new join link. `guestId` is null when the address holds no ticket for that event. */
  GuestLinkAsked: z.object({ guestId: accountId.nullable(), eventUuid }),
  /** Orders and tickets of an event went from a guest to the account of the same person. */
  TicketHolderChanged: z.object({ eventUuid, fromId: accountId, toId: accountId }),
  /** An app admin decided a request to become an influencer. `refusedBecause` is null when it was authorized. */
  InfluencerRequestDecided: z.object({ accountId, refusedBecause: z.string().nullable() }),
  /** Two-step login was turned on or off. */
  SecondFactorChanged: z.object({ accountId, on: z.boolean() }),
  /** A passkey was added or removed. */
  PasskeysChanged: z.object({ accountId, added: z.boolean() }),
  /** A social identity is a way in to this account now. */
  SocialConnected: z.object({ accountId, provider: z.string().optional() }),
  /** An app admin suspended the account, restored it, or ended its sessions. */
  AccountModerated: z.object({
    accountId,
    what: z.enum(['suspended', 'restored', 'logged_out']),
    reason: z.string(),
  }),
  /** An account was erased. */
  AccountErased: z.object({ accountId }),
  /** Someone wants another address. The address is taken out of the fact when the account is erased. */
  EmailChangeAsked: z.object({ accountId, email: z.string().optional(), sessionVersion: z.int() }),

  /**
   * Someone wrote to support. The message and the address are taken out of the fact when the account is erased.
   */
  SupportContacted: z.object({
    accountId: accountId.nullable(),
    topic: z.enum(contactTopics),
    email: z.string().optional(),
    message: z.string().optional(),
  }),

  /** Someone reported something to the app admins. */
  ReportFiled: z.object({ reportId: z.guid() }),

  EventPublished: z.object({ eventUuid }),
  /** An event became public after it was published. */
  EventListed: z.object({ eventUuid }),
  /** An app admin took the event out of lists and off sale; `version` is the event's. */
  EventUnpublished: z.object({ eventUuid, version: z.int() }),
  /** An app admin published it again. */
  EventRepublished: z.object({ eventUuid, version: z.int() }),
  /** The host deleted the recording of an event. */
  ReplayRemoved: z.object({ eventUuid }),
  /** An app admin took the replay of an event down; `version` is the event's. */
  ReplayTakenDown: z.object({ eventUuid, version: z.int() }),
  /** An app admin restored it. */
  ReplayRestored: z.object({ eventUuid, version: z.int() }),
  EventStarted: z.object({ eventUuid }),
  EventFinished: z.object({ eventUuid }),
  EventCancelled: z.object({ eventUuid, reason: z.enum(['host', 'no_show', 'admin']) }),
  /** `from`: the old start, epoch milliseconds. */
  EventMoved: z.object({ eventUuid, from: z.int() }),
  /** Followers with an id above `afterId` are still to be told of an event. `listing`: the fact that made it public. */
  FollowersWait: z.object({ eventUuid, listing: z.string(), afterId: z.int() }),

  TicketIssued: z.object({ ticketId: z.guid(), orderId: z.guid(), eventUuid, userId: accountId }),
  /** A ticket went to another person, as a new ticket. */
  TicketTransferred: z.object({
    eventUuid,
    ticketId: z.guid(),
    fromTicketId: z.guid(),
    fromId: accountId,
    toId: accountId,
  }),
  /** A ticket ended without a refund: its holder returned it, or it was withdrawn. `reason`: as a refund's. */
  TicketReturned: z.object({ eventUuid, ticketId: z.guid(), orderId: z.guid(), reason: z.string() }),
  /** The host checked a ticket in; `at`: when, epoch milliseconds. */
  TicketCheckedIn: z.object({ eventUuid, ticketId: z.guid(), at: z.int() }),
  /** What passes in wallets say of an event changed; `ticketId`: of this ticket only. */
  WalletPassesChanged: z.object({ eventUuid, ticketId: z.guid().nullable() }),
  /** One wallet is to be told of a changed pass; `device`: one of Apple's, null for Google. */
  WalletUpdateDue: z.object({ ticketId: z.guid(), device: z.string().nullable() }),
  /** The holder of a ticket, or an app admin, wants its email sent again. */
  TicketMailAsked: z.object({ ticketId: z.guid() }),
  /** An app admin wants the link to a receipt emailed to its buyer. */
  ReceiptMailAsked: z.object({ orderId: z.guid() }),
  /** A guest has a place on the waitlist of an event. */
  WaitlistJoined: z.object({ eventUuid, accountId }),
  /** A free seat is held for the first in line by this order. */
  WaitlistOffered: z.object({ orderId: z.guid(), eventUuid }),
  RefundRequested: z.object({ refundId: z.guid() }),
  RefundSucceeded: z.object({ refundId: z.guid(), orderId: z.guid(), eventUuid, userId: accountId }),
  /** A payment's bank or wallet disputes it: its money and its ticket are gone until that is decided. */
  DisputeOpened: z.object({ disputeId: z.guid() }),
  DisputeDecided: z.object({ disputeId: z.guid(), status: z.enum(['won', 'lost']) }),
  /** What a dispute took for good of an order is another sum now: lost, or lost no longer. */
  DisputeLossChanged: z.object({ disputeId: z.guid(), orderId: z.guid() }),
  /** The money of a delivered event became its host's. */
  EventReleased: z.object({ eventUuid, hostId: accountId }),
  /** Money of a host goes to this account from now on; `isNew`: it was added just now. */
  PayoutMethodChanged: z.object({ hostId: accountId, methodId: z.guid(), isNew: z.boolean() }),
  /** A payout's row and posting are there; its bank is to be asked. */
  PayoutRequested: z.object({ payoutId: z.guid(), hostId: accountId }),
  /** A payout arrived, could not be made, or came back. */
  PayoutEnded: z.object({ payoutId: z.guid(), hostId: accountId, state: z.enum(['paid', 'failed', 'returned']) }),
  /** A host wrote to everyone with a ticket. */
  HoldersMessaged: z.object({ eventUuid, messageId: z.guid() }),
  /** One ticket's holder is to be told what happened to the event. */
  HolderTold: z.discriminatedUnion('what', [
    z.object({ ...holderTold, what: z.literal('moved'), from: z.int() }),
    z.object({ ...holderTold, what: z.literal('cancelled') }),
    z.object({ ...holderTold, what: z.literal('unpublished') }),
    z.object({ ...holderTold, what: z.literal('withdrawn') }),
    z.object({ ...holderTold, what: z.literal('speaker'), role: z.enum(['guest', 'cohost']) }),
    z.object({ ...holderTold, what: z.literal('returned') }),
    z.object({ ...holderTold, what: z.literal('taken_back'), because: z.enum(['admin', 'token_sold']) }),
    z.object({ ...holderTold, what: z.literal('message'), messageId: z.guid() }),
  ]),
  /** Holders with a key above `after` are still to be reminded of an event. `countedFor`: see core's `Reminder`. */
  RemindersDue: z.object({ eventUuid, ...reminder, after: z.string() }),
  /** One ticket's holder is to be reminded of the event. */
  HolderReminded: z.object({ ...holderTold, ...reminder }),
  /** Someone removed a saved card; its provider forgets it, too. */
  CardRemoved: z.object({ provider: z.string(), method: z.string() }),
  /** What payment providers keep of an erased account goes. */
  CustomerLeft: z.object({ userId: accountId }),

  /** Someone with a raised hand became the first in line for the stage. */
  HandIsNext: z.object({ eventUuid, userId: accountId }),
  /** One browser is to be notified; `until`: epoch milliseconds after which it is no news. */
  PushDue: z.object({ subscriptionId: z.guid(), kind: z.enum(pushKinds), eventUuid, until: z.int() }),

  /** A private request has a new step; `n` counts them. */
  MeetingChanged: z.object({ requestId: z.guid(), n: z.int() }),

  /** A webhook endpoint was disabled because it failed for days or wants no more. */
  WebhookEndpointDisabled: z.object({ endpointId: z.guid(), hostId: accountId }),

  /** What was said of a host changed. */
  ReviewsChanged: z.object({ hostId: accountId }),
  /** An app admin removed a review. */
  ReviewRemoved: z.object({ reviewId: z.int(), reason: z.string() }),
  /** An app admin removed a reported chat message. */
  MessageRemoved: z.object({ eventUuid: z.guid(), seq: z.int(), reason: z.string() }),
  /** The two of a private meeting are to be reminded that it is not paid yet, or that it comes. */
  MeetingReminded: z.object({ requestId: z.guid(), kind: z.enum(meetingReminderKinds) }),
} as const;

export type Topic = keyof typeof catalogue;
export type PayloadOf<T extends Topic> = z.output<(typeof catalogue)[T]>;
