import { requestLinkPath } from '@frontrow/contract/meetings/links.ts';
import type { WireRequest } from '@frontrow/contract/meetings/api.ts';
import { fullRefundUntil } from '@frontrow/core/meetings/request-terms.ts';
import { hostLateMs, roomOpensMs, unpaidCancelMs } from '@frontrow/core/meetings/limits.ts';
import type { MeetingState } from '@frontrow/core/meetings/meeting-machine.ts';
import type { MeetingAction } from '@frontrow/core/meetings/request-rules.ts';
import type { TextValues } from '#web/shared/i18n/catalogues.ts';

export const isHost = (request: Pick<WireRequest, 'side'>): boolean => request.side === 'host';

/** Who one meets. */
export const otherOf = (request: WireRequest): WireRequest['host'] => (isHost(request) ? request.viewer : request.host);

export const requestPath = (request: Pick<WireRequest, 'side' | 'request_uuid'>): string =>
  requestLinkPath(request.side, request.request_uuid);

export const may = (request: Pick<WireRequest, 'actions'>, action: MeetingAction): boolean =>
  request.actions.includes(action);

/** Whose turn it is, or that there is nothing to do but to come, or that it is over. */
export const requestGroups = ['yours', 'theirs', 'ahead', 'over'] as const;
export type RequestGroup = (typeof requestGroups)[number];

const viewersTurn: ReadonlySet<MeetingState> = new Set(['modified', 'accepted']);

export function groupOf(request: Pick<WireRequest, 'state' | 'side'>): RequestGroup {
  const { state } = request;
  if (state === 'confirmed') return 'ahead';
  if (state === 'pending_confirmation') return isHost(request) ? 'yours' : 'theirs';
  if (viewersTurn.has(state)) return isHost(request) ? 'theirs' : 'yours';
  return 'over';
}

export interface GroupOfRequests {
  readonly group: RequestGroup;
  readonly requests: readonly WireRequest[];
}

/** What is still to come by its time, the next first; what is over as it came. Groups without requests are left out. */
export function inGroups(requests: readonly WireRequest[]): readonly GroupOfRequests[] {
  return requestGroups
    .map((group) => {
      const own = requests.filter((request) => groupOf(request) === group);
      return { group, requests: group === 'over' ? own : own.toSorted((a, b) => a.starts_at - b.starts_at) };
    })
    .filter(({ requests: own }) => own.length > 0);
}

export type StateTone = 'wait' | 'good' | 'bad' | 'plain';

/** The word on the pill: a key under `state`. */
export function stateKey(request: Pick<WireRequest, 'state' | 'side' | 'history'>): StateWord {
  const { state } = request;
  if (isPaymentReversed(request)) return 'paymentReversed';
  if (state === 'cancelled_by_viewer') return isHost(request) ? 'cancelledByThem' : 'cancelledByYou';
  if (state === 'cancelled_by_host') return isHost(request) ? 'cancelledByYou' : 'cancelledByThem';
  return state;
}
type StateWord =
  | Exclude<MeetingState, `cancelled_by_${string}`>
  | 'cancelledByYou'
  | 'cancelledByThem'
  | 'paymentReversed';

/** Nobody cancelled it: its payment was reversed, by a bank or by an app admin. */
const isPaymentReversed = ({ state, history }: Pick<WireRequest, 'state' | 'history'>): boolean =>
  state === 'cancelled_by_host' && history.find((step) => step.state === state)?.by === null;

export function toneOf(request: Pick<WireRequest, 'state'>): StateTone {
  const { state } = request;
  if (state === 'confirmed' || state === 'finished') return 'good';
  if (state === 'pending_confirmation' || viewersTurn.has(state)) return 'wait';
  return state === 'missed' ? 'bad' : 'plain';
}

/** A sentence of the catalogue with what stands in it; times are instants. */
export interface Sentence {
  readonly key: NextKey;
  readonly at?: number;
  readonly values: TextValues;
}
export type NextKey =
  | 'answer'
  | 'waitForHost'
  | 'agree'
  | 'waitForViewer'
  | 'pay'
  | 'payLate'
  | 'waitForPayment'
  | 'mayCancelUnpaid'
  | 'hostAway'
  | 'opens'
  | 'open'
  | 'review'
  | 'finished'
  | 'missedByYou'
  | 'missedByThem'
  | 'missedByBoth'
  | 'rejected'
  | 'rejectedByYou'
  | 'cancelledByYou'
  | 'cancelledByThem'
  | 'paymentReversed'
  | 'expired';

/** The viewer can go no step further with this host for now, and has everything back. */
export function hostIsAway(request: WireRequest, now: number): boolean {
  if (isHost(request) || now >= request.starts_at + hostLateMs) return false;
  if (request.state === 'confirmed') return may(request, 'take_back');
  const step = request.state === 'modified' ? 'agree' : request.state === 'accepted' ? 'purchase' : undefined;
  // An old list of actions may be empty: its time is over.
  return step !== undefined && may(request, 'cancel') && !may(request, step);
}

/** What happens next, or what became of it, in one sentence. */
export function nextStep(request: WireRequest, now: number): Sentence {
  const values = { name: otherOf(request).name };
  const say = (key: NextKey, at?: number): Sentence => ({ key, values, ...(at !== undefined && { at }) });
  const hosts = isHost(request);
  if (hostIsAway(request, now)) return say('hostAway');
  switch (request.state) {
    case 'pending_confirmation':
      return say(hosts ? 'answer' : 'waitForHost');
    case 'modified':
      return say(hosts ? 'waitForViewer' : 'agree');
    case 'accepted':
      if (hosts && now >= request.starts_at - unpaidCancelMs) return say('mayCancelUnpaid');
      if (!hosts && request.pay_by !== null && now >= request.pay_by) return say('payLate', request.pay_by);
      return say(hosts ? 'waitForPayment' : 'pay', request.pay_by ?? request.starts_at);
    case 'confirmed':
      return request.opens_at !== null && now < request.opens_at ? say('opens', request.opens_at) : say('open');
    case 'finished':
      return say(may(request, 'review') ? 'review' : 'finished');
    case 'missed':
      if (request.missed_by === 'both') return say('missedByBoth');
      return say(request.missed_by === request.side ? 'missedByYou' : 'missedByThem');
    case 'rejected':
      return say(hosts ? 'rejectedByYou' : 'rejected');
    case 'cancelled_by_viewer':
      return say(hosts ? 'cancelledByThem' : 'cancelledByYou');
    case 'cancelled_by_host':
      if (isPaymentReversed(request)) return say('paymentReversed');
      return say(hosts ? 'cancelledByYou' : 'cancelledByThem');
    case 'expired':
      return say('expired');
  }
}

/** The next moment at which time alone changes what may be done with one of them; undefined where none comes. */
export function nextMoment(requests: readonly WireRequest[], now: number): number | undefined {
  const moments = requests.flatMap((request) =>
    groupOf(request) === 'over'
      ? []
      : [
          request.opens_at ?? request.starts_at - roomOpensMs,
          request.pay_by ?? request.starts_at,
          request.starts_at - unpaidCancelMs,
          request.starts_at,
          request.starts_at + hostLateMs,
          request.ends_at,
        ],
  );
  return moments.filter((at) => at > now).toSorted((a, b) => a - b)[0];
}

/** What the caller's cancelling gives back to the viewer. */
export type BackOnCancel = 'nothingPaid' | 'all' | 'none';

export function backOnCancel(request: WireRequest, now: number): BackOnCancel {
  if (request.payment_state !== 'paid' || request.total === 0) return 'nothingPaid';
  if (isHost(request) || may(request, 'take_back')) return 'all';
  return now <= fullRefundUntil(request.starts_at) ? 'all' : 'none';
}
