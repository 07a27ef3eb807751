import { remindersLinkPath } from '@frontrow/contract/accounts/links.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../db/db.ts';
import { writeLimit } from '../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../http/routes/route.ts';
import type { Kit } from '../../kit.ts';
import type { Config } from '../../process/config.ts';
import { createSignedTexts, type SignedTexts } from '../../signer.ts';

const links = (config: Config): SignedTexts => createSignedTexts(config, 'reminder link');

/** A link of a reminder that turns reminders off and can do nothing else; good for ever, so it is kept nowhere. */
export const reminderToken = (config: Config, accountId: number): string => links(config).write(String(accountId));

/** Whose link it is; undefined for a token that we did not make. */
function readReminderToken(config: Config, token: string): number | undefined {
  const text = links(config).read(token) ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Path that an email client's own unsubscribe button posts to; opened in a browser it shows the question. */
export const oneClickPath = (token: string): string => `/reminders/off/${token}`;

/** The two ways a reminder offers to have no more of them. */
export interface ReminderLinks {
  readonly pageUrl: string;
  readonly oneClickUrl: string;
}

export function reminderLinks(config: Kit['config'], accountId: number): ReminderLinks {
  const { publicUrl } = config;
  const token = reminderToken(config, accountId);
  return { pageUrl: `${publicUrl}${remindersLinkPath(token)}`, oneClickUrl: `${publicUrl}${oneClickPath(token)}` };
}

/** Reminders of events for a person, on or off. Notices that something changed come all the same. */
async function setReminders(sql: Sql, accountId: number, on: boolean): Promise<void> {
  await sql.query('UPDATE app_user SET reminders = $2 WHERE id = $1', [accountId, on]);
}

/** Turns reminders off, or on again, with the link of an email, without a log-in. Throws `link_invalid`. */
export async function setRemindersByMail(
  { db, config }: Pick<Kit, 'db' | 'config'>,
  token: string,
  on: boolean,
): Promise<void> {
  const accountId = readReminderToken(config, token);
  if (accountId === undefined) throw refuse('link_invalid');
  await setReminders(db, accountId, on);
}

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
