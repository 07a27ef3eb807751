import { type FactHandler, onFact } from '../../facts/fact-handler.ts';
import type { MeetingsKit } from './meetings-kit.ts';
import { confirmPaidRequest } from './requests/confirm-paid-request.ts';
import { endRequestsOf } from './requests/end-requests-of.ts';
import { mailStep } from './requests/mail-step.ts';
import { tellWindows } from './requests/tell-windows.ts';

/** What private meetings do about facts. */
export function meetingsFacts(kit: MeetingsKit): FactHandler[] {
  return [
    onFact('MeetingChanged', 'tell-windows', ({ payload }) => tellWindows(kit, payload.requestId)),
    onFact('MeetingChanged', 'mail-host', (fact) => mailStep(kit, 'host', fact), { queue: 'mail' }),
    onFact('MeetingChanged', 'mail-viewer', (fact) => mailStep(kit, 'viewer', fact), { queue: 'mail' }),
    onFact('TicketIssued', 'confirm-meeting', ({ payload }) => confirmPaidRequest(kit, payload.eventUuid)),
    onFact('AccountErased', 'end-requests', ({ payload }) => endRequestsOf(kit, payload.accountId)),
  ];
}
