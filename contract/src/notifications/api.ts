import { pushEndpointCharsMax, pushKinds } from '@frontrow/core/notifications/push.ts';
import { z } from 'zod';
import type { EndpointTable } from '../kernel/endpoint.ts';

const kind = z.enum(pushKinds);
const keyCharsMax = 200;
const endpoint = z.string().max(pushEndpointCharsMax * 4);

const wireNotifications = z.object({
  /** Reminders of events by email. */
  email_reminders: z.boolean(),
  /** With this key a browser subscribes (`applicationServerKey`). */
  push_public_key: z.string(),
  /** Browsers of the account that are notified. */
  push_browsers: z.number(),
  /** The kinds that this account can get, and whether they are on. */
  push_kinds: z.array(z.object({ kind, on: z.boolean() })),
});

/** What reaches a person by email and by web push. */
export const notificationsApi = {
  'GET /notifications': {
    summary: 'What the caller is notified of by email and by web push',
    answer: wireNotifications,
  },
  'POST /notifications': {
    summary: 'Turn one kind of web push on or off, on all browsers of the caller',
    body: z.object({ kind, on: z.boolean() }),
    answer: wireNotifications,
  },
  'POST /push/subscribe': {
    summary: 'Send web push to this browser as long as it is logged in; the body is its `PushSubscription` as JSON',
    body: z.object({
      endpoint,
      keys: z.object({ p256dh: z.string().max(keyCharsMax), auth: z.string().max(keyCharsMax) }),
    }),
    answer: wireNotifications,
  },
  'POST /push/unsubscribe': {
    summary: 'Send no more web push to the browser with this endpoint',
    body: z.object({ endpoint }),
    answer: wireNotifications,
  },
} as const satisfies EndpointTable;
