import type { MeetingsKit } from '../meetings-kit.ts';

/** Windows of both sides read the request again. */
export async function tellWindows({ db, onRequests }: MeetingsKit, requestId: string): Promise<void> {
  const row = await db.one<{ host_id: number; viewer_id: number }>(
    'SELECT host_id, viewer_id FROM private_request WHERE id = $1',
    [requestId],
  );
  if (!row) return;
  onRequests(row.host_id);
  onRequests(row.viewer_id);
}
