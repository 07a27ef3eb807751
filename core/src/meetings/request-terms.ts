import { charCount } from '../events/limits.ts';
import { minutes, type Instant } from '../kernel/instant.ts';
import { hasDigitsOf, minorOf, unitsText, type Minor } from '../kernel/money.ts';
import { seenText } from '../kernel/text.ts';
import { refuse } from '../refuse.ts';
import { meetingMessageCharsMax, slotsAheadMs, viewerRefundMs, type MeetingMinutes } from './limits.ts';
import { termsOf } from '../catalog/selling-terms.ts';

/** What is asked for, or proposed instead. */
export interface MeetingTerms {
  readonly startsAt: Instant;
  readonly minutes: MeetingMinutes;
  readonly priceMinor: Minor;
}

/**
 * The text that is kept of a question, a reason or a message, as it is kept in the chat: without invisible characters.
 * It is plain text: no address in it becomes a link. Throws `request_message_required`, `request_message_too_long`.
 */
export function requestText(
  typed: string,
  { required, field }: { readonly required: boolean; readonly field: string },
) {
  const text = seenText(typed);
  if (required && text === '') throw refuse('request_message_required', {}, { field });
  if (charCount(text) > meetingMessageCharsMax)
    throw refuse('request_message_too_long', { maximum: meetingMessageCharsMax }, { field });
  return text;
}

/** Throws `time_past`, `time_too_far`, or `bad_input` for a time within a minute. */
export function requireMeetingTime(startsAt: Instant, now: Instant): void {
  const field = 'starts_at';
  if (startsAt % minutes(1) !== 0) throw refuse('bad_input', { detail: 'starts_at: a full minute' }, { field });
  if (startsAt <= now) throw refuse('time_past', {}, { field });
  if (startsAt > now + slotsAheadMs) throw refuse('time_too_far', {}, { field });
}

/** Whether a host's proposal differs from what was asked. Throws `nothing_modified`. */
export function requireModified(before: MeetingTerms, after: MeetingTerms): void {
  const same =
    before.startsAt === after.startsAt && before.minutes === after.minutes && before.priceMinor === after.priceMinor;
  if (same) throw refuse('nothing_modified');
}

/** The price of a meeting in minor units; 0 is free. Throws `bad_input` for one that its currency does not allow. */
export function meetingPrice(price: number, code: string, field: string): Minor {
  const { currency, priceMax } = termsOf(code);
  if (!(price >= 0 && price <= priceMax && hasDigitsOf(price, currency))) {
    const most = unitsText(priceMax, currency);
    const decimals = currency.digits === 0 ? 'without decimals' : `with at most ${currency.digits} decimals`;
    throw refuse('bad_input', { detail: `A meeting costs 0 to ${most}, ${decimals}.` }, { field });
  }
  return minorOf(price, currency);
}

/** Until when, this instant included, a viewer who cancels a paid meeting has everything back; later nothing is. */
export const fullRefundUntil = (startsAt: Instant): Instant => startsAt - viewerRefundMs;
