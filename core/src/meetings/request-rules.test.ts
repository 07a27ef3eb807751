import { expect, test } from 'vitest';
import { hours, minutes } from '../kernel/instant.ts';
import { Refusal } from '../kernel/refusal.ts';
import { meetingMachine, meetingSides, type MeetingState } from './meeting-machine.ts';
import {
  decideCall,
  expiresAt,
  type MeetingCall,
  type MeetingFacts,
  payBy,
  refundIsDue,
  requestActions,
} from './request-rules.ts';

const startsAt = hours(1000);
const agreedLong: Partial<MeetingFacts> = { acceptedAt: startsAt - hours(100) };
const factsOf = (state: MeetingState, more: Partial<MeetingFacts> = {}): MeetingFacts => ({
  state,
  paymentState: state === 'confirmed' ? 'paid' : 'none',
  startsAt,
  endsAt: startsAt + minutes(30),
  acceptedAt: undefined,
  hostCame: false,
  hostSuspended: false,
  ...(['accepted', 'confirmed', 'finished', 'missed'].includes(state) && agreedLong),
  ...more,
});
const said = (request: MeetingFacts, side: 'viewer' | 'host', call: MeetingCall, now: number): string => {
  try {
    return decideCall(request, side, call, now);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return `${error.status} ${error.code}`;
  }
};

/** What may be done two days before the time; everything else is 403 for the wrong side and 409 in the wrong state. */
const allowed: Readonly<Record<string, string>> = {
  'host accept pending_confirmation': 'accepted',
  'host modify pending_confirmation': 'modified',
  'host reject pending_confirmation': 'rejected',
  'host cancel pending_confirmation': 'cancelled_by_host',
  'viewer cancel pending_confirmation': 'cancelled_by_viewer',
  'host modify modified': 'modified',
  'host cancel modified': 'cancelled_by_host',
  'viewer agree modified': 'accepted',
  'viewer cancel modified': 'cancelled_by_viewer',
  'host cancel accepted': '409 cancel_too_early',
  'viewer cancel accepted': 'cancelled_by_viewer',
  'host cancel confirmed': 'cancelled_by_host',
  'viewer cancel confirmed': 'cancelled_by_viewer',
};
const calls = ['accept', 'reject', 'modify', 'agree', 'cancel'] as const;
const foreign = (side: string, call: MeetingCall): boolean =>
  call !== 'cancel' && (call === 'agree' ? side === 'host' : side === 'viewer');

test('every call of each side is allowed or refused in every state', () => {
  for (const state of meetingMachine.states)
    for (const side of meetingSides)
      for (const call of calls) {
        const pair = `${side} ${call} ${state}`;
        const due = allowed[pair] ?? (foreign(side, call) ? '403 forbidden' : '409 request_moved');
        expect([pair, said(factsOf(state), side, call, startsAt - hours(48))]).toEqual([pair, due]);
      }
});

test('the offered actions are those that are allowed, at every time; a host may reject a question, not cancel it', () => {
  const times = [-hours(48), -hours(1), -minutes(10), -1, 0, minutes(10), minutes(29), minutes(30), hours(1)];
  for (const state of meetingMachine.states)
    for (const side of meetingSides)
      for (const hostCame of [false, true])
        for (const time of times) {
          const [request, now] = [factsOf(state, { hostCame }), startsAt + time];
          const actions = requestActions(request, side, now).map((one) => (one === 'take_back' ? 'cancel' : one));
          const unsaid = side === 'host' && state === 'pending_confirmation' ? 'cancel' : undefined;
          const decided = calls.filter((call) => call !== unsaid && !/^\d/.test(said(request, side, call, now)));
          expect(actions.filter((one) => (calls as readonly string[]).includes(one)).toSorted()).toEqual(
            decided.toSorted(),
          );
        }
});

test('no one answers a request any more once its time has come', () => {
  for (const [state, call, side] of [
    ['pending_confirmation', 'accept', 'host'],
    ['modified', 'agree', 'viewer'],
    ['accepted', 'cancel', 'host'],
  ] as const) {
    expect(said(factsOf(state), side, call, startsAt - 1)).not.toMatch(/^409/);
    expect(said(factsOf(state), side, call, startsAt)).toBe('409 time_past');
  }
  expect(requestActions(factsOf('accepted'), 'viewer', startsAt - 1)).toEqual(['purchase', 'cancel']);
  expect(requestActions(factsOf('accepted'), 'viewer', startsAt)).toEqual([]);
});

test('the host cancels an unpaid meeting only in the last 24 hours before it, the viewer at any time', () => {
  const accepted = factsOf('accepted');
  expect(said(accepted, 'host', 'cancel', startsAt - hours(24) - 1)).toBe('409 cancel_too_early');
  expect(requestActions(accepted, 'host', startsAt - hours(24) - 1)).toEqual([]);
  expect(said(accepted, 'host', 'cancel', startsAt - hours(24))).toBe('cancelled_by_host');
  expect(requestActions(accepted, 'host', startsAt - hours(24))).toEqual(['cancel']);
  expect(said(accepted, 'viewer', 'cancel', startsAt - hours(24) - 1)).toBe('cancelled_by_viewer');
  const short = factsOf('accepted', { acceptedAt: startsAt - hours(5) });
  expect(said(short, 'host', 'cancel', startsAt - hours(5))).toBe('cancelled_by_host');
});

test('payment is due 24 hours before the start, and at least an hour after the host accepted', () => {
  const accepted = (before: number) => factsOf('accepted', { acceptedAt: startsAt - before });
  expect(payBy(accepted(hours(100)))).toBe(startsAt - hours(24));
  expect(payBy(accepted(hours(25)))).toBe(startsAt - hours(24));
  expect(payBy(accepted(hours(24)))).toBe(startsAt - hours(23));
  expect(payBy(accepted(hours(24) - 1))).toBe(startsAt - hours(23) + 1);
  expect(payBy(accepted(minutes(20)))).toBe(startsAt);
  expect(payBy(factsOf('confirmed'))).toBeUndefined();
  expect(expiresAt(factsOf('modified'))).toBe(startsAt);
  expect(expiresAt(accepted(hours(5)))).toBe(startsAt - hours(4));
  // Overdue it can still be paid, until the host cancels it or it would start.
  expect(expiresAt(accepted(hours(24)))).toBe(startsAt);
  expect(requestActions(accepted(hours(100)), 'viewer', startsAt - 1)).toEqual(['purchase', 'cancel']);
  expect(expiresAt(factsOf('confirmed'))).toBeUndefined();
});

test('a full refund is due if the host cancels, or the viewer 24 hours before or with a late host', () => {
  const confirmed = factsOf('confirmed');
  expect(refundIsDue(confirmed, 'host', startsAt + minutes(29))).toBe(true);
  expect(refundIsDue(confirmed, 'viewer', startsAt - hours(24))).toBe(true);
  expect(refundIsDue(confirmed, 'viewer', startsAt - hours(24) + 1)).toBe(false);
  expect(refundIsDue(confirmed, 'viewer', startsAt + minutes(10) - 1)).toBe(false);
  expect(refundIsDue(confirmed, 'viewer', startsAt + minutes(10))).toBe(true);
  expect(refundIsDue(factsOf('confirmed', { hostCame: true }), 'viewer', startsAt + minutes(10))).toBe(false);
});

test('the viewer can only take the payment back after the start, once the host is ten minutes late', () => {
  const late = startsAt + minutes(10);
  expect(said(factsOf('confirmed'), 'viewer', 'cancel', late - 1)).toBe('409 host_not_late');
  expect(said(factsOf('confirmed'), 'viewer', 'cancel', late)).toBe('cancelled_by_viewer');
  expect(requestActions(factsOf('confirmed'), 'viewer', late)).toEqual(['enter', 'take_back']);
  expect(said(factsOf('confirmed', { hostCame: true }), 'viewer', 'cancel', late)).toBe('409 time_past');
  expect(said(factsOf('confirmed'), 'host', 'cancel', late)).toBe('cancelled_by_host');
});

test('both sides may enter from ten minutes before the start until the end', () => {
  const enters = (time: number) => requestActions(factsOf('confirmed'), 'host', startsAt + time).includes('enter');
  expect([-minutes(10) - 1, -minutes(10), minutes(30) - 1, minutes(30)].map(enters)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('a viewer who met the host may review the meeting', () => {
  expect(requestActions(factsOf('finished'), 'viewer', startsAt + hours(1))).toEqual(['review']);
  expect(requestActions(factsOf('finished'), 'host', startsAt + hours(1))).toEqual([]);
  expect(requestActions(factsOf('missed'), 'viewer', startsAt + hours(1))).toEqual([]);
});

test('while the host is suspended, a viewer agrees on nothing, pays nothing, and has everything back', () => {
  const now = startsAt - hours(1);
  const suspended = (state: MeetingState) => factsOf(state, { hostSuspended: true });
  const actions = (['pending_confirmation', 'modified', 'accepted', 'confirmed'] as const).map((state) =>
    requestActions(suspended(state), 'viewer', now),
  );
  expect(actions).toEqual([['cancel'], ['cancel'], ['cancel'], ['take_back']]);
  expect(said(suspended('modified'), 'viewer', 'agree', now)).toBe('409 meetings_not_offered');
  expect(said(suspended('confirmed'), 'viewer', 'cancel', now)).toBe('cancelled_by_viewer');
  expect(refundIsDue(suspended('confirmed'), 'viewer', now)).toBe(true);
  expect(refundIsDue(factsOf('confirmed'), 'viewer', now)).toBe(false);
  expect(requestActions(suspended('confirmed'), 'viewer', startsAt + minutes(5))).toEqual(['enter', 'take_back']);
  // It took place.
  const met = factsOf('confirmed', { hostSuspended: true, hostCame: true });
  expect(requestActions(met, 'viewer', startsAt + minutes(20))).not.toContain('take_back');
  expect(refundIsDue(met, 'viewer', startsAt + minutes(20))).toBe(false);
});
