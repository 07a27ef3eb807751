import { hours, type Instant } from '../kernel/instant.ts';
import { refuse } from '../refuse.ts';
import { fullRefundUntil } from './request-terms.ts';
import { hostLateMs, roomOpensMs, shortNoticeMs, shortNoticePayMs, unpaidCancelMs } from './limits.ts';
import {
  meetingMachine,
  type MeetingPaymentState,
  type MeetingSide,
  type MeetingState,
  type MeetingTrigger,
} from './meeting-machine.ts';

/** What the two can do with a request; `take_back` is a cancellation because the host is late or suspended. */
export const meetingActions = [
  'accept',
  'reject',
  'modify',
  'agree',
  'cancel',
  'purchase',
  'take_back',
  'enter',
  'review',
] as const;
export type MeetingAction = (typeof meetingActions)[number];

/** What the rules know of a request. */
export interface MeetingFacts {
  readonly state: MeetingState;
  readonly paymentState: MeetingPaymentState;
  readonly startsAt: Instant;
  /** With what the host added. */
  readonly endsAt: Instant;
  readonly acceptedAt: Instant | undefined;
  /** The host has been in the room. */
  readonly hostCame: boolean;
  /** The host is suspended: nobody can meet or be paid now. */
  readonly hostSuspended: boolean;
}

/**
 * When the payment of an accepted meeting is due: 24 hours before it starts, an hour after it was accepted where that
 * is later, and never after the start. Undefined where nothing is to be paid.
 */
export function payBy({ state, startsAt, acceptedAt }: MeetingFacts): Instant | undefined {
  if (state !== 'accepted' || acceptedAt === undefined) return undefined;
  return Math.min(startsAt, Math.max(startsAt - unpaidCancelMs, acceptedAt + shortNoticePayMs));
}

/**
 * When a request that nobody answers, or nobody pays, is over; undefined where time does not end it. One that was
 * accepted at short notice ends when its payment is due. Any other can be paid late: until the host cancels it, or
 * until it starts.
 */
export function expiresAt(request: MeetingFacts): Instant | undefined {
  const { state, startsAt, acceptedAt } = request;
  if (state === 'pending_confirmation' || state === 'modified') return startsAt;
  const due = payBy(request);
  return due === undefined || startsAt - (acceptedAt ?? startsAt) < shortNoticeMs ? due : startsAt;
}

/** The host has to keep an unpaid meeting until 24 hours before its start. */
const mayNotCancelYet = ({ state, startsAt }: MeetingFacts, side: MeetingSide, now: Instant): boolean =>
  side === 'host' && state === 'accepted' && now < startsAt - unpaidCancelMs;

/** The host is missing so long that the viewer may take the money back. */
export const hostIsLate = ({ state, startsAt, hostCame }: MeetingFacts, now: Instant): boolean =>
  state === 'confirmed' && !hostCame && now >= startsAt + hostLateMs;

/** A suspended host can come to no meeting; one that took place stays. */
const hostCannotCome = ({ state, hostSuspended, hostCame }: MeetingFacts): boolean =>
  state === 'confirmed' && hostSuspended && !hostCame;

/**
 * Whether everything that was paid is refunded when this side cancels now. Otherwise nothing is: the viewer cancelled
 * later than 24 hours before the time, and the host is neither late nor suspended.
 */
export const refundIsDue = (request: MeetingFacts, side: MeetingSide, now: Instant): boolean =>
  side === 'host' || now <= fullRefundUntil(request.startsAt) || hostIsLate(request, now) || hostCannotCome(request);

/** Steps of each side by state, while the time has not come. */
const beforeTheTime: Readonly<Record<MeetingSide, Partial<Record<MeetingState, readonly MeetingAction[]>>>> = {
  viewer: {
    pending_confirmation: ['cancel'],
    modified: ['agree', 'cancel'],
    accepted: ['purchase', 'cancel'],
    confirmed: ['cancel'],
  },
  host: {
    pending_confirmation: ['accept', 'modify', 'reject'],
    modified: ['modify', 'cancel'],
    accepted: ['cancel'],
    confirmed: ['cancel'],
  },
};

/** Steps of a viewer that lead to a meeting. */
const needsHost: ReadonlySet<MeetingAction> = new Set(['agree', 'purchase']);

/** What this side may do now, the next step first. The same list is on the screens and before every change. */
export function requestActions(request: MeetingFacts, side: MeetingSide, now: Instant): MeetingAction[] {
  const { state, startsAt, endsAt } = request;
  if (state === 'finished') return side === 'viewer' ? ['review'] : [];
  if (state !== 'confirmed') {
    if (now >= (expiresAt(request) ?? -Infinity) || mayNotCancelYet(request, side, now)) return [];
    const steps = beforeTheTime[side][state] ?? [];
    return steps.filter((step) => !(request.hostSuspended && needsHost.has(step)));
  }
  const actions: MeetingAction[] = now >= startsAt - roomOpensMs && now < endsAt ? ['enter'] : [];
  // The host gives everything back at any time; the viewer cancels before it, and afterwards only takes back.
  if (side === 'viewer' && (hostCannotCome(request) || hostIsLate(request, now))) actions.push('take_back');
  else if (side === 'host' || now < startsAt) actions.push('cancel');
  return actions;
}

/** The calls that move a request, and the step of the machine that each is. */
export type MeetingCall = 'accept' | 'reject' | 'modify' | 'agree' | 'cancel';
const triggerOf = (call: MeetingCall, side: MeetingSide): MeetingTrigger =>
  call === 'cancel' ? `cancel_by_${side}` : call;
/** Only one side makes these calls; the other is not asked at all. */
const sideOf: Partial<Record<MeetingCall, MeetingSide>> = {
  accept: 'host',
  reject: 'host',
  modify: 'host',
  agree: 'viewer',
};

/**
 * The state after a call, or a refusal: `forbidden` to the other side, `request_moved` from a state that has no such
 * step, `meetings_not_offered` while the host is suspended, `cancel_too_early`, `time_past` and `host_not_late` where
 * it is too early or too late for it.
 */
export function decideCall(request: MeetingFacts, side: MeetingSide, call: MeetingCall, now: Instant): MeetingState {
  if (side !== (sideOf[call] ?? side)) throw refuse('forbidden');
  const next = meetingMachine.next(request.state, triggerOf(call, side));
  if (next === undefined) throw refuse('request_moved');
  const actions = requestActions(request, side, now);
  // The screens offer a host to reject a question; a client that cancels it says the same without a reason.
  const otherwise = request.state === 'pending_confirmation' ? 'reject' : 'take_back';
  if (actions.includes(call) || (call === 'cancel' && actions.includes(otherwise))) return next;
  if (request.hostSuspended && call === 'agree') throw refuse('meetings_not_offered');
  if (mayNotCancelYet(request, side, now)) throw refuse('cancel_too_early', { hours: unpaidCancelMs / hours(1) });
  throw refuse(request.state === 'confirmed' && !request.hostCame ? 'host_not_late' : 'time_past');
}
