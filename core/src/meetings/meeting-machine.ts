import { machine } from '../kernel/machine.ts';

/**
 * A private request, from the question to the meeting. `pending_confirmation` waits for the host, `modified` for the
 * viewer.
 */
export const meetingMachine = machine('private request', 'pending_confirmation', {
  pending_confirmation: {
    accept: 'accepted',
    modify: 'modified',
    reject: 'rejected',
    cancel_by_viewer: 'cancelled_by_viewer',
    cancel_by_host: 'cancelled_by_host',
    expire: 'expired',
  },
  modified: {
    agree: 'accepted',
    // The host thinks again.
    modify: 'modified',
    cancel_by_viewer: 'cancelled_by_viewer',
    cancel_by_host: 'cancelled_by_host',
    expire: 'expired',
  },
  // Unpaid: the screens call it "pending ticket purchase".
  accepted: {
    confirm: 'confirmed',
    cancel_by_viewer: 'cancelled_by_viewer',
    cancel_by_host: 'cancelled_by_host',
    expire: 'expired',
  },
  confirmed: {
    finish: 'finished',
    miss: 'missed',
    cancel_by_viewer: 'cancelled_by_viewer',
    cancel_by_host: 'cancelled_by_host',
  },
  rejected: {},
  cancelled_by_viewer: {},
  cancelled_by_host: {},
  expired: {},
  finished: {},
  missed: {},
});
export type MeetingState = (typeof meetingMachine)['states'][number];
export type MeetingTrigger = Parameters<typeof meetingMachine.next>[1];

export const meetingPaymentStates = ['none', 'pending_ticket_purchase', 'paid', 'refunded'] as const;
export type MeetingPaymentState = (typeof meetingPaymentStates)[number];
export const missedBy = ['viewer', 'host', 'both'] as const;
export type MissedBy = (typeof missedBy)[number];
export const meetingSides = ['viewer', 'host'] as const;
export type MeetingSide = (typeof meetingSides)[number];

/** Neither over nor cancelled: it still waits for someone. */
export const openMeetingStates: readonly MeetingState[] = ['pending_confirmation', 'modified', 'accepted'];
