import { remindersLinkPath } from '@frontrow/contract/accounts/links.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../../db/db.ts';
import type { Kit } from '../../../kit.ts';
import { readReminderToken, reminderToken } from './reminder-token.ts';

/** Path a mail program's own unsubscribe button posts to; opened in a browser it shows the question. */
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
export async function setReminders(sql: Sql, accountId: number, on: boolean): Promise<void> {
  await sql.query('UPDATE app_user SET reminders = $2 WHERE id = $1', [accountId, on]);
}

/** Turns reminders off, or on again, by the link of a mail, without a log-in. Throws `link_invalid`. */
export async function setRemindersByMail(
  { db, config }: Pick<Kit, 'db' | 'config'>,
  token: string,
  on: boolean,
): Promise<void> {
  const accountId = readReminderToken(config, token);
  if (accountId === undefined) throw refuse('link_invalid');
  await setReminders(db, accountId, on);
}
