import type { Sql } from '../../../db/db.ts';
import type { Kit } from '../../../kit.ts';
import { noteUnwritten } from '../../../media/unwritten-files.ts';

/**
 * Deletes the video of a replay, or ends the work on it, because it shows what was cut out or deleted since. Returns
 * the files to delete once the transaction has committed. The caller holds the event's lock, under which such work
 * begins.
 */
export async function dropDownload(tx: Sql, eventUuid: string): Promise<string[]> {
  const gone = await tx.query<{ file_key: string | null }>(
    'DELETE FROM replay_download WHERE event_id = $1 RETURNING file_key',
    [eventUuid],
  );
  return noteFilesOf(tx, gone);
}

/** Notes the files of rows that this transaction deletes, and returns them: they are deleted once it has committed. */
export async function noteFilesOf(tx: Sql, rows: readonly { readonly file_key: string | null }[]): Promise<string[]> {
  const keys = rows.flatMap(({ file_key: key }) => key ?? []);
  await noteUnwritten(tx, keys);
  return keys;
}

/** Whether the host lets everyone who watches the whole replay download it. */
export async function downloadsAllowed(sql: Sql, eventUuid: string): Promise<boolean> {
  const row = await sql.one<{ allowed: boolean }>('SELECT replay_downloads AS allowed FROM room WHERE event_id = $1', [
    eventUuid,
  ]);
  return row?.allowed ?? false;
}

/** Videos are made wherever the RTMP listener runs, because that is where ffmpeg is. */
export const canMakeDownloads = ({ config, rtmp }: Pick<Kit, 'config' | 'rtmp'>): boolean =>
  rtmp?.port !== undefined || config.rtmp.publicUrl !== undefined;
