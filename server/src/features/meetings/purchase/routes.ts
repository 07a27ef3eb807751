import { purchaseLimit } from '../../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../../http/routes/route.ts';
import type { MeetingsKit } from '../meetings-kit.ts';
import { holdMeeting, purchaseMeeting } from './purchase-meeting.ts';

export const purchaseRoutes = (kit: MeetingsKit): AnyRoute[] => [
  route({
    call: 'POST /private_requests/purchase',
    who: 'account',
    limit: purchaseLimit,
    handle: ({ actor, body, idempotencyKey: key, ...asked }) => purchaseMeeting(kit, actor, { body, key, asked }),
  }),
  route({
    call: 'POST /private_requests/hold',
    who: 'account',
    limit: purchaseLimit,
    handle: ({ actor, body, ...asked }) => holdMeeting(kit, actor, body.request_uuid, asked),
  }),
];
