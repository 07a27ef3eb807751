import type { WireRequest } from '@frontrow/contract/meetings/api.ts';
import type { MeetingSide, MeetingState } from '@frontrow/core/meetings/meeting-machine.ts';

export type HistoryKey =
  | 'asked'
  | 'modified'
  | 'accepted'
  | 'agreed'
  | 'confirmed'
  | 'paid'
  | 'rejected'
  | 'cancelled'
  | 'paymentReversed'
  | 'expired'
  | 'finished'
  | 'missed'
  | 'refunded';

const byState: Readonly<Record<MeetingState, HistoryKey>> = {
  pending_confirmation: 'asked',
  modified: 'modified',
  accepted: 'accepted',
  confirmed: 'confirmed',
  rejected: 'rejected',
  cancelled_by_viewer: 'cancelled',
  cancelled_by_host: 'cancelled',
  expired: 'expired',
  finished: 'finished',
  missed: 'missed',
};

/** What the n-th step of a request is called, and who made it. */
export function historyLine(
  request: Pick<WireRequest, 'history'>,
  n: number,
): { key: HistoryKey; by: MeetingSide | null } {
  const step = request.history[n]!;
  const before = request.history[n - 1];
  const isRefunded = step.payment_state === 'refunded' && before?.payment_state !== 'refunded';
  // The state stays: only where the money is has changed.
  if (isRefunded && before?.state === step.state) return { key: 'refunded', by: null };
  const key = byState[step.state as MeetingState];
  if (key === 'accepted' && step.by === 'viewer') return { key: 'agreed', by: 'viewer' };
  if (key === 'confirmed' && step.payment_state === 'paid' && step.price > 0) return { key: 'paid', by: 'viewer' };
  // Nobody did: its payment was reversed.
  if (key === 'cancelled' && step.by === null) return { key: 'paymentReversed', by: null };
  return { key, by: step.by };
}
