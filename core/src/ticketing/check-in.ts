import { days, type Instant } from '../kernel/instant.ts';

/** What a scanned ticket means at the entrance of an event. */
export const scanResults = ['welcome', 'already', 'not_valid', 'other_event'] as const;
export type ScanResult = (typeof scanResults)[number];

/** Scans in one call: a phone that was offline sends more of them one call after the other. */
export const scansPerCallMax = 50;
export const scanPlaceCharsMax = 40;
/** Codes that a phone keeps to check tickets while it is offline. */
export const keptCodesMax = 20_000;
/** Characters of a kept code's hash. */
export const codeHashChars = 24;
/** A phone's clock may be wrong, and a phone may be offline for an evening. */
const scanAgeMaxMs = days(2);

const codePattern = /^FR-?([0-9A-Z]{6,12})$/;

/**
 * The ticket code in what a camera read or someone typed; undefined where there is none. People leave out the dash,
 * type small letters, or put blanks in between.
 */
export function ticketCodeIn(text: string): string | undefined {
  const [, rest] = codePattern.exec(text.replaceAll(/\s/g, '').toUpperCase()) ?? [];
  return rest && `FR-${rest}`;
}

export interface ScannedTicket {
  readonly eventId: string;
  /** Of the host who scans. */
  readonly isOwnEvent: boolean;
  readonly isVoid: boolean;
  readonly checkedInAt: Instant | undefined;
  /** The scan that checked it in. */
  readonly checkedInScan: string | undefined;
}

/**
 * The server decides, in the order in which scans reach it: of two phones that were offline with the same ticket, the
 * second hears `already`. The same scan sent again gets the same answer.
 */
export function decideScan(
  ticket: ScannedTicket | undefined,
  scan: { readonly eventId: string; readonly scanId: string },
): ScanResult {
  if (!ticket?.isOwnEvent) return 'not_valid';
  if (ticket.eventId !== scan.eventId) return 'other_event';
  if (ticket.isVoid) return 'not_valid';
  if (ticket.checkedInAt === undefined || ticket.checkedInScan === scan.scanId) return 'welcome';
  return 'already';
}

/** When the ticket was scanned, by a phone whose clock may be wrong. */
export const scannedAt = (at: Instant, now: Instant): Instant => Math.min(now, Math.max(at, now - scanAgeMaxMs));
