import type { WireRequest } from '@frontrow/contract/meetings/api.ts';
import { hours, minutes } from '@frontrow/core/kernel/instant.ts';
import { meetingMachine, meetingSides } from '@frontrow/core/meetings/meeting-machine.ts';
import { describe, expect, it } from 'vitest';
import texts from '../../../shared/i18n/en/meetings.ts';
import { historyLine } from './history-line.ts';
import {
  backOnCancel,
  groupOf,
  hostIsAway,
  inGroups,
  nextMoment,
  nextStep,
  otherOf,
  requestPath,
  stateKey,
  toneOf,
} from './request-model.ts';

const now = Date.UTC(2026, 10, 22, 18);
const person = (username: string) => ({ username, name: username, avatar: '' });

const requestOf = (change: Partial<WireRequest> = {}): WireRequest => ({
  request_uuid: 'a0000000-0000-4000-8000-000000000001',
  state: 'pending_confirmation',
  payment_state: 'none',
  missed_by: null,
  side: 'viewer',
  host: person('Nora'),
  viewer: person('Ada'),
  starts_at: now + hours(72),
  ends_at: now + hours(72) + minutes(30),
  minutes: 30,
  price: 20,
  fee: 2,
  total: 22,
  currency_code: 'EUR',
  message: '',
  created_at: now,
  changed_at: now,
  pay_by: null,
  opens_at: null,
  ticket_uuid: null,
  actions: [],
  unread: false,
  viewer_blocked: false,
  history: [],
  ...change,
});

describe('the state of a request', () => {
  it.each(meetingMachine.states.flatMap((state) => meetingSides.map((side) => [state, side] as const)))(
    'the state %s has words and a group for the %s',
    (state, side) => {
      const request = requestOf({ state, side, missed_by: state === 'missed' ? 'both' : null });
      const { key, values } = nextStep(request, now);
      expect(texts.next[key]).toBeTruthy();
      expect(texts.state[stateKey(request)]).toBeTruthy();
      expect(values).toEqual({ name: side === 'host' ? 'Ada' : 'Nora' });
      const isOver = Object.keys(meetingMachine.table[state]).length === 0;
      expect(groupOf(request) === 'over').toBe(isOver);
      expect(['wait', 'good', 'bad', 'plain']).toContain(toneOf(request));
    },
  );

  it('an open request waits for one side, never for both', () => {
    for (const state of ['pending_confirmation', 'modified', 'accepted'] as const) {
      const groups = meetingSides.map((side) => groupOf({ state, side }));
      expect(groups.toSorted()).toEqual(['theirs', 'yours']);
    }
    expect(groupOf({ state: 'pending_confirmation', side: 'host' })).toBe('yours');
    expect(groupOf({ state: 'accepted', side: 'viewer' })).toBe('yours');
  });

  it('a request says who cancelled or missed it, from the reader’s point of view', () => {
    const said = (change: Partial<WireRequest>) => nextStep(requestOf(change), now).key;
    expect(said({ state: 'cancelled_by_host', side: 'host' })).toBe('cancelledByYou');
    expect(said({ state: 'cancelled_by_host', side: 'viewer' })).toBe('cancelledByThem');
    expect(said({ state: 'cancelled_by_viewer', side: 'host' })).toBe('cancelledByThem');
    expect(said({ state: 'cancelled_by_viewer', side: 'viewer' })).toBe('cancelledByYou');
    expect(said({ state: 'missed', missed_by: 'host', side: 'host' })).toBe('missedByYou');
    expect(said({ state: 'missed', missed_by: 'host', side: 'viewer' })).toBe('missedByThem');
    expect(said({ state: 'missed', missed_by: 'both', side: 'host' })).toBe('missedByBoth');
  });

  it('an accepted request says when payment is due, and that the host may cancel it a day before', () => {
    const accepted = requestOf({ state: 'accepted', pay_by: now + hours(72) });
    expect(nextStep(accepted, now)).toMatchObject({ key: 'pay', at: now + hours(72) });
    expect(nextStep(accepted, now + hours(72))).toMatchObject({ key: 'payLate', at: now + hours(72) });
    const ofHost = { ...accepted, side: 'host' as const };
    expect(nextStep(ofHost, now + hours(48) - 1).key).toBe('waitForPayment');
    expect(nextStep(ofHost, now + hours(48)).key).toBe('mayCancelUnpaid');
  });

  it('a confirmed request says when its room opens, until the room is open', () => {
    const confirmed = requestOf({ state: 'confirmed', opens_at: now + 1 });
    expect(nextStep(confirmed, now)).toMatchObject({ key: 'opens', at: now + 1 });
    expect(nextStep(confirmed, now + 1).key).toBe('open');
  });

  it('requests to come are sorted by start, and requests that are over keep their order', () => {
    const far = requestOf({ request_uuid: 'far', state: 'confirmed', starts_at: now + 2 });
    const near = requestOf({ request_uuid: 'near', state: 'confirmed', starts_at: now + 1 });
    const late = requestOf({ request_uuid: 'late', state: 'finished', starts_at: now - 1 });
    const early = requestOf({ request_uuid: 'early', state: 'rejected', starts_at: now + 9 });
    const groups = inGroups([far, early, near, late]).map(({ group, requests }) => [
      group,
      requests.map((one) => one.request_uuid),
    ]);
    expect(groups).toEqual([
      ['ahead', ['near', 'far']],
      ['over', ['early', 'late']],
    ]);
  });

  it('each side has its own page of a request', () => {
    expect(requestPath({ side: 'viewer', request_uuid: 'x' })).toBe('/message/private_request?request=x');
    expect(requestPath({ side: 'host', request_uuid: 'x' })).toBe('/private_meeting?request=x');
    expect(otherOf(requestOf({ side: 'host' })).name).toBe('Ada');
  });
});

describe('the passing of time', () => {
  it('the next moments are the room opening, the start, the host being late and the end', () => {
    const starts = now + hours(1);
    const confirmed = requestOf({
      state: 'confirmed',
      starts_at: starts,
      ends_at: starts + minutes(30),
      opens_at: starts - minutes(10),
    });
    const moments: number[] = [];
    for (let at = now; ;) {
      const next = nextMoment([confirmed], at);
      if (next === undefined) break;
      moments.push(next - starts);
      at = next;
    }
    expect(moments).toEqual([-10, 0, 10, 30].map(minutes));
  });

  it('a request that is over has no next moment', () =>
    expect(nextMoment([requestOf({ state: 'rejected' }), requestOf({ state: 'finished' })], now)).toBeUndefined());
});

describe('the refund on cancelling', () => {
  const paid = { state: 'confirmed', payment_state: 'paid' } as const;

  it('an unpaid or free meeting has nothing to refund', () => {
    expect(backOnCancel(requestOf(), now)).toBe('nothingPaid');
    expect(backOnCancel(requestOf({ ...paid, price: 0, fee: 0, total: 0 }), now)).toBe('nothingPaid');
  });

  it('the viewer gets everything back until 24 hours before the start, to the millisecond', () => {
    expect(backOnCancel(requestOf(paid), now + hours(48))).toBe('all');
    expect(backOnCancel(requestOf(paid), now + hours(48) + 1)).toBe('none');
  });

  it('the viewer gets everything back if the host cancels or is late', () => {
    expect(backOnCancel(requestOf({ ...paid, side: 'host' }), now + hours(71))).toBe('all');
    expect(backOnCancel(requestOf({ ...paid, actions: ['take_back'] }), now + hours(73))).toBe('all');
  });
});

describe('the history', () => {
  const step = (change: Partial<WireRequest['history'][number]>): WireRequest['history'][number] => ({
    by: 'viewer',
    state: 'pending_confirmation',
    payment_state: 'none',
    starts_at: now,
    minutes: 30,
    price: 20,
    message: '',
    at: now,
    ...change,
  });

  it('every step is named with the side that made it', () => {
    const history = [
      step({}),
      step({ by: 'host', state: 'modified' }),
      step({ by: 'viewer', state: 'accepted', payment_state: 'pending_ticket_purchase' }),
      step({ by: 'viewer', state: 'confirmed', payment_state: 'paid' }),
      step({ by: 'host', state: 'cancelled_by_host', payment_state: 'paid' }),
      step({ by: null, state: 'cancelled_by_host', payment_state: 'refunded' }),
    ];
    expect(history.map((_, n) => historyLine({ history }, n))).toEqual([
      { key: 'asked', by: 'viewer' },
      { key: 'modified', by: 'host' },
      { key: 'agreed', by: 'viewer' },
      { key: 'paid', by: 'viewer' },
      { key: 'cancelled', by: 'host' },
      { key: 'refunded', by: null },
    ]);
  });

  it('a meeting whose payment was reversed is cancelled, and names no one', () => {
    const state = 'cancelled_by_host';
    const history = [step({}), step({ by: null, state, payment_state: 'refunded' })];
    expect(historyLine({ history }, 1)).toEqual({ key: 'paymentReversed', by: null });
    for (const side of meetingSides) {
      expect(stateKey(requestOf({ state, side, history }))).toBe('paymentReversed');
      expect(nextStep(requestOf({ state, side, history }), now).key).toBe('paymentReversed');
    }
  });

  it('the confirmation of a free meeting is not called a payment', () => {
    const history = [step({}), step({ by: 'host', state: 'confirmed', price: 0, payment_state: 'none' })];
    expect(historyLine({ history }, 1)).toEqual({ key: 'confirmed', by: 'host' });
  });
});

describe('a host who is suspended', () => {
  const confirmed = requestOf({ state: 'confirmed', payment_state: 'paid', opens_at: now + hours(71) });

  it('is away while a viewer can cancel for a refund before the host is late', () => {
    const away = requestOf({ ...confirmed, actions: ['take_back'] });
    expect(hostIsAway(requestOf({ ...confirmed, actions: ['cancel'] }), now)).toBe(false);
    expect(hostIsAway(away, now)).toBe(true);
    expect(hostIsAway(away, away.starts_at + minutes(10))).toBe(false);
    expect(nextStep(away, now).key).toBe('hostAway');
    expect(backOnCancel(away, now)).toBe('all');
  });

  it.each([
    ['modified', 'agree'],
    ['accepted', 'purchase'],
  ] as const)('is away where a request that is %s offers no %s', (state, step) => {
    expect(nextStep(requestOf({ state, actions: ['cancel'] }), now).key).toBe('hostAway');
    expect(nextStep(requestOf({ state, actions: [step, 'cancel'] }), now).key).not.toBe('hostAway');
    expect(nextStep(requestOf({ state, side: 'host', actions: ['cancel'] }), now).key).not.toBe('hostAway');
  });
});
