import { type FactHandler, onFact } from '../../../facts/fact-handler.ts';
import type { MeetingsKit } from '../meetings-kit.ts';
import { mailReminder } from '../reminders/mail-reminder.ts';
import { closeMeeting } from './close-meeting.ts';
import { eventOfPayment, followMoney } from './follow-money.ts';

/** What the end of a meeting's room and its money do to the request. */
export function endingFacts(kit: MeetingsKit): FactHandler[] {
  const close = ({ payload }: { payload: { eventUuid: string } }) => closeMeeting(kit, payload.eventUuid);
  const follow = async ({ payload }: { payload: { refundId?: string; disputeId?: string } }): Promise<void> => {
    const eventUuid = await eventOfPayment(kit.db, payload);
    if (eventUuid !== undefined) await followMoney(kit, eventUuid);
  };
  return [
    onFact('EventFinished', 'close-meeting', close),
    onFact('EventCancelled', 'close-meeting', close),
    onFact('RefundRequested', 'follow-money', follow),
    onFact('RefundSucceeded', 'follow-money', follow),
    onFact('DisputeOpened', 'follow-money', follow),
    onFact('MeetingReminded', 'mail-host', (fact) => mailReminder(kit, 'host', fact), { queue: 'mail' }),
    onFact('MeetingReminded', 'mail-viewer', (fact) => mailReminder(kit, 'viewer', fact), { queue: 'mail' }),
  ];
}
