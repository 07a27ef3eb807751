import { type FactHandler, onFact } from '../../facts/fact-handler.ts';
import { closeMeeting, endRequestsOf } from './ending.ts';
import { mailHostAway, mailReminder, mailStep, tellWindows } from './mails.ts';
import type { MeetingsDeps } from './meetings-deps.ts';
import { confirmPaidRequest, eventOfPayment, followMoney } from './requests.ts';

/** What private meetings do about facts. */
export function meetingsFacts(deps: MeetingsDeps): FactHandler[] {
  return [
    onFact('MeetingChanged', 'tell-windows', ({ payload }) => tellWindows(deps, payload.requestId)),
    onFact('MeetingChanged', 'mail-host', (fact) => mailStep(deps, 'host', fact), { queue: 'mail' }),
    onFact('MeetingChanged', 'mail-viewer', (fact) => mailStep(deps, 'viewer', fact), { queue: 'mail' }),
    onFact('TicketIssued', 'confirm-meeting', ({ payload }) => confirmPaidRequest(deps, payload.eventUuid)),
    onFact('AccountErased', 'end-requests', ({ payload }) => endRequestsOf(deps, payload.accountId)),
  ];
}

/** What the end of a meeting's room and its money do to the request. */
export function endingFacts(deps: MeetingsDeps): FactHandler[] {
  const close = ({ payload }: { payload: { eventUuid: string } }) => closeMeeting(deps, payload.eventUuid);
  const follow = async ({ payload }: { payload: { refundId?: string; disputeId?: string } }): Promise<void> => {
    const eventUuid = await eventOfPayment(deps.db, payload);
    if (eventUuid !== undefined) await followMoney(deps, eventUuid);
  };
  return [
    onFact('EventFinished', 'close-meeting', close),
    onFact('EventCancelled', 'close-meeting', close),
    onFact('RefundRequested', 'follow-money', follow),
    onFact('RefundSucceeded', 'follow-money', follow),
    onFact('DisputeOpened', 'follow-money', follow),
    onFact('EventUnpublished', 'mail-viewer', (fact) => mailHostAway(deps, fact), { queue: 'mail' }),
    onFact('MeetingReminded', 'mail-host', (fact) => mailReminder(deps, 'host', fact), { queue: 'mail' }),
    onFact('MeetingReminded', 'mail-viewer', (fact) => mailReminder(deps, 'viewer', fact), { queue: 'mail' }),
  ];
}
