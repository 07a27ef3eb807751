import type { AnswerOf } from '@frontrow/contract/api.ts';
import { placeRequiredMs, waitingOpensMs } from '@frontrow/core/ticketing/waiting-page.ts';

export type Line = AnswerOf<'GET /events/:uuid/queue'>;
export type OwnPlace = AnswerOf<'POST /events/queue'>;

/** What the waiting page shows. */
export type Waiting =
  | { readonly is: 'soon' | 'in' | 'login' | 'drawing' | 'turn' | 'begun' | 'missed' | 'notNeeded' }
  | { readonly is: 'line'; readonly position: number; readonly noSeats: boolean };

interface Known {
  readonly now: number;
  readonly opensAt: number;
  readonly hasAccount: boolean;
  readonly line: Line | undefined;
  readonly own: OwnPlace | undefined;
}

export function waitingOf({ now, opensAt, hasAccount, line, own }: Known): Waiting {
  if (now < opensAt - waitingOpensMs) return { is: 'soon' };
  // Guests buy too once nobody has to wait.
  const isFree = now >= opensAt + placeRequiredMs && line?.waiting === 0 && line.seats_left > 0;
  if (!hasAccount) return { is: isFree ? 'notNeeded' : 'login' };
  if (own?.begun) return { is: 'begun' };
  if (own?.admitted_until) return { is: now < own.admitted_until ? 'turn' : 'missed' };
  if (!own || !line || own.place === null) return { is: now < opensAt ? 'in' : 'drawing' };
  // Who was let in a moment ago asks for the time that is left.
  const position = Math.max(1, own.place - line.admitted_through);
  return { is: 'line', position, noSeats: line.seats_left === 0 };
}

/**
 * Which answer about the own place is the current one: it changes when sales open and when this person is let in, so
 * that everyone asks three times in all.
 */
export const stageOf = (line: Line | undefined, own: OwnPlace | undefined): string =>
  !line?.open ? 'before' : (own?.place ?? Infinity) <= line.admitted_through ? 'let in' : 'open';

const nearPlaces = 200;
const nearMs = 2_000;
const farMs = 10_000;

/**
 * The line is asked for often near its head, and seldom elsewhere. Around the opening nothing is won by asking, because
 * places are drawn: everyone asks at their own moment.
 */
export const pollMsOf = (line: Line | undefined, own: OwnPlace | undefined): number =>
  line?.open && (own?.place ?? Infinity) - line.admitted_through <= nearPlaces ? nearMs : farMs;
