import { type DomainToAscii, isEmail, normaliseEmail } from '../accounts/email.ts';
import type { Instant } from '../kernel/instant.ts';
import type { RefusalCode } from '../refuse.ts';

/** Addresses in one list. */
export const complimentaryLinesMax = 100;
/** Complimentary tickets of one event, withdrawn ones too: each is a mail to somebody who did not ask for it. */
export const complimentaryPerEventMax = 500;

/** What is said about one line of the list. */
export type ComplimentaryAnswer =
  | 'given'
  /** No address that mail can be sent to. */
  | 'invalid'
  /** The same mailbox stands further up. */
  | 'repeated'
  | 'already_has_ticket'
  | 'own_event'
  /** No seat is left that nobody waits for. */
  | 'sold_out'
  | 'complimentary_used_up';

export interface ReadLine {
  /** As it was typed. */
  readonly line: string;
  /** Normalised; undefined where the line cannot be one. */
  readonly email: string | undefined;
  /** Set where the list itself answers. */
  readonly answer: 'invalid' | 'repeated' | undefined;
}

/** Reads the lines of a list; empty ones are left out. */
export function readGuestList(lines: readonly string[], toAscii: DomainToAscii): ReadLine[] {
  const seen = new Set<string>();
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const email = normaliseEmail(line, toAscii);
      if (!isEmail(email)) return { line, email: undefined, answer: 'invalid' };
      if (seen.has(email)) return { line, email, answer: 'repeated' };
      seen.add(email);
      return { line, email, answer: undefined };
    });
}

/** Why a complimentary ticket cannot be withdrawn, or undefined: only until the start, and while nobody may be in. */
export function withdrawalRefusal(event: {
  readonly state: 'upcoming' | 'live' | 'finished';
  readonly cancelled: boolean;
  readonly startsAt: Instant;
  readonly now: Instant;
}): RefusalCode | undefined {
  if (event.cancelled) return 'event_cancelled';
  return event.state !== 'upcoming' || event.now >= event.startsAt ? 'withdrawal_too_late' : undefined;
}
