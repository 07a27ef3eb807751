import { onFact } from '../../facts/fact-handler.ts';
import type { Feature } from '../../feature.ts';
import { readLimit, writeLimit } from '../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../http/routes/route.ts';
import type { Kit } from '../../kit.ts';
import { pushFacts, queueDuePushes } from './queue-pushes.ts';
import { sendPush } from './send-push.ts';
import { readNotifications, setPushKind, subscribe, unsubscribe } from './subscriptions.ts';

/** What reaches people outside of the page: web push, and one place where it and email reminders are turned off. */
export const notificationsFeature = (kit: Kit): { feature: Feature } => ({
  feature: {
    name: 'notifications',
    routes: notificationRoutes(kit),
    facts: [...pushFacts(kit), onFact('PushDue', 'send', (fact) => sendPush(kit, fact), { queue: 'push' })],
    jobs: [queueDuePushes(kit)],
  },
});

const notificationRoutes = (kit: Kit): AnyRoute[] => [
  route({
    call: 'GET /notifications',
    who: 'account',
    limit: readLimit,
    handle: ({ actor }) => readNotifications(kit, actor.id),
  }),
  route({
    call: 'POST /notifications',
    who: 'account',
    limit: writeLimit,
    async handle({ actor, body }) {
      await setPushKind(kit.db, actor.id, body.kind, body.on);
      return readNotifications(kit, actor.id);
    },
  }),
  route({
    call: 'POST /push/subscribe',
    who: 'account',
    limit: writeLimit,
    async handle({ actor, body }) {
      await subscribe(kit, actor, body);
      return readNotifications(kit, actor.id);
    },
  }),
  route({
    call: 'POST /push/unsubscribe',
    who: 'account',
    limit: writeLimit,
    async handle({ actor, body }) {
      await unsubscribe(kit, actor.id, body.endpoint);
      return readNotifications(kit, actor.id);
    },
  }),
];
