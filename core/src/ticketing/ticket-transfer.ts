import type { Instant } from '../kernel/instant.ts';
import type { RefusalCode } from '../refuse.ts';

export interface TransferQuestion {
  readonly now: Instant;
  readonly startsAt: Instant;
  readonly started: boolean;
  readonly cancelled: boolean;
  /** Tickets are given to holders of a token only. */
  readonly tokenGated: boolean;
  /** Of a private meeting, which is for one person. */
  readonly ofMeeting: boolean;
  /** The order is paid and no money of it is on its way back. */
  readonly settled: boolean;
  /** It came from another holder: a ticket moves once. */
  readonly received: boolean;
}

/** Why this ticket cannot be passed on to anybody now, or undefined. */
export function transferRefusal(question: TransferQuestion): RefusalCode | undefined {
  const { now, startsAt, started, cancelled, tokenGated, ofMeeting, settled, received } = question;
  if (ofMeeting) return 'ticket_of_meeting';
  if (cancelled) return 'event_cancelled';
  if (started || now >= startsAt) return 'transfer_too_late';
  if (tokenGated) return 'transfer_token_gated';
  if (!settled) return 'transfer_money_moves';
  if (received) return 'transfer_once';
  return undefined;
}

export interface Recipient {
  /** The holder's own account, or another one of the same person. */
  readonly isHolder: boolean;
  readonly isHost: boolean;
  readonly hasTicket: boolean;
  readonly isSuspended: boolean;
}

/** Why it cannot be passed on to this person, or undefined. */
export function recipientRefusal({ isHolder, isHost, hasTicket, isSuspended }: Recipient): RefusalCode | undefined {
  if (isHolder) return 'transfer_to_self';
  if (isHost) return 'transfer_to_host';
  if (hasTicket) return 'transfer_has_ticket';
  if (isSuspended) return 'transfer_to_suspended';
  return undefined;
}
