import { writeLimit } from '../../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../../http/routes/route.ts';
import type { Kit } from '../../../kit.ts';
import { setReminders, setRemindersByMail } from './decline-reminders.ts';

export const reminderRoutes = (kit: Pick<Kit, 'db' | 'config'>): AnyRoute[] => [
  route({
    call: 'POST /user/reminders',
    who: 'account',
    limit: writeLimit,
    async handle({ actor, body }) {
      await setReminders(kit.db, actor.id, body.reminders);
      return { reminders: body.reminders };
    },
  }),
  route({
    call: 'POST /user/reminders_by_mail',
    who: 'anyone',
    limit: writeLimit,
    staleTokenIgnored: true,
    async handle({ body }) {
      await setRemindersByMail(kit, body.token, body.reminders);
      return { reminders: body.reminders };
    },
  }),
];
