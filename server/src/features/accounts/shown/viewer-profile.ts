import { readShownName } from '@frontrow/core/accounts/person-name.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../../db/db.ts';

export interface ViewerProfile {
  readonly shown_name: string;
  readonly shown_as: string;
  readonly show_attending: boolean;
  readonly reminders: boolean;
}

export async function viewerProfile(sql: Sql, accountId: number): Promise<ViewerProfile> {
  const row = await sql.one<ViewerProfile>(
    `SELECT u.shown_name, shown_name_of(u) AS shown_as, u.show_attending, u.reminders FROM app_user u
     WHERE id = $1 AND erased_at IS NULL`,
    [accountId],
  );
  if (!row) throw refuse('user_not_found');
  return row;
}

/** Cached pages show the change within half a minute. Refuses `name_reserved` beside `shown_name`. */
export async function changeViewerProfile(
  sql: Sql,
  accountId: number,
  typed: { readonly shownName: string; readonly showAttending: boolean },
): Promise<ViewerProfile> {
  await sql.query('UPDATE app_user SET shown_name = $2, show_attending = $3 WHERE id = $1 AND erased_at IS NULL', [
    accountId,
    readShownName(typed.shownName, 'shown_name'),
    typed.showAttending,
  ]);
  return viewerProfile(sql, accountId);
}
