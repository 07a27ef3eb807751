import type { Fact } from '../../facts/fact-handler.ts';

/**
 * An account was created; an email asks to verify its address. `browser` is the hashed key of an attempt with a social
 * provider.
 */
export const accountCreated = (accountId: number, browser?: string): Fact => ({
  topic: 'AccountCreated',
  dedupeKey: `account:${accountId}`,
  payload: { accountId, browser: browser ?? null },
});

/** A person requested another verification email. */
export const verificationRequested = (accountId: number, requestId: string): Fact => ({
  topic: 'VerificationAsked',
  dedupeKey: `verification:${requestId}`,
  payload: { accountId },
});

/** A password was forgotten; `accountId` is null if there is no such account. */
export const passwordResetRequested = (accountId: number | null, requestId: string): Fact => ({
  topic: 'PasswordResetAsked',
  dedupeKey: `password_reset:${requestId}`,
  payload: { accountId },
});

/** A login by email was requested; `accountId` is null if there is no such account. */
export const magicLinkRequested = (accountId: number | null, requestId: string): Fact => ({
  topic: 'MagicLinkAsked',
  dedupeKey: `magic_link:${requestId}`,
  payload: { accountId },
});

/** A password was changed or reset; an email notifies the owner. */
export const passwordChanged = (accountId: number, changeId: string): Fact => ({
  topic: 'PasswordChanged',
  dedupeKey: `password_changed:${changeId}`,
  payload: { accountId },
});

/** A new join link was requested; `guestId` is null if there is nothing to email to that address about that event. */
export const guestLinkRequested = (guestId: number | null, eventUuid: string, requestId: string): Fact => ({
  topic: 'GuestLinkAsked',
  dedupeKey: `guest_link:${requestId}`,
  payload: { guestId, eventUuid },
});

/** A guest's orders and tickets of an event moved to the account of the same person. `orderId` is the last of them. */
export const ticketHolderChanged = (eventUuid: string, orderId: string, fromId: number, toId: number): Fact => ({
  topic: 'TicketHolderChanged',
  dedupeKey: `ticket_holder:${orderId}:${toId}`,
  payload: { eventUuid, fromId, toId },
});

/** An app admin decided a request to become an influencer; `refusedBecause` is null when it was authorized. */
export const influencerRequestDecided = (
  accountId: number,
  requestId: number,
  refusedBecause: string | undefined,
): Fact => ({
  topic: 'InfluencerRequestDecided',
  dedupeKey: `influencer_request:${requestId}`,
  payload: { accountId, refusedBecause: refusedBecause ?? null },
});

/** Two-step login was turned on or off; an email notifies the owner. */
export const secondFactorChanged = (accountId: number, on: boolean, changeId: string): Fact => ({
  topic: 'SecondFactorChanged',
  dedupeKey: `second_factor:${changeId}`,
  payload: { accountId, on },
});

/** A passkey was added or removed; an email notifies the owner. */
export const passkeysChanged = (accountId: number, added: boolean, changeId: string): Fact => ({
  topic: 'PasskeysChanged',
  dedupeKey: `passkeys:${changeId}`,
  payload: { accountId, added },
});

/** A social identity was connected to the account and can log in to it; an email notifies the owner. */
export const socialConnected = (accountId: number, provider: string, changeId: string): Fact => ({
  topic: 'SocialConnected',
  dedupeKey: `social_connected:${changeId}`,
  payload: { accountId, provider },
});

/** A person was erased. Handlers delete what is kept about the person elsewhere. */
export const accountErased = (accountId: number): Fact => ({
  topic: 'AccountErased',
  dedupeKey: `account_erased:${accountId}`,
  payload: { accountId },
});

/**
 * A change of email address was requested. Whether the new one is free is decided when the link is used. The link no
 * longer works once all sessions of the account were ended.
 */
export const emailChangeRequested = (
  account: { id: number; sessionVersion: number },
  email: string,
  requestId: string,
): Fact => ({
  topic: 'EmailChangeAsked',
  dedupeKey: `email_change:${requestId}`,
  payload: { accountId: account.id, email, sessionVersion: account.sessionVersion },
});

/** An app admin suspended the account, restored it, or ended its sessions; an email says why. */
export const accountModerated = (
  payload: {
    readonly accountId: number;
    readonly what: 'suspended' | 'restored' | 'logged_out';
    readonly reason: string;
  },
  changeId: string,
): Fact => ({ topic: 'AccountModerated', dedupeKey: `moderated:${changeId}`, payload });
