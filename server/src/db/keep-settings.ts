import type { Config } from '../process/config.ts';
import type { Sql } from './db.ts';

/**
 * Writes down what stored functions judge by. Of several processes the one that started last decides. Answers the id of
 * this installation, which never changes.
 */
export async function keepSettings(
  sql: Sql,
  { broadcastViewersMax, broadcastWebrtcViewersMax }: Pick<Config, 'broadcastViewersMax' | 'broadcastWebrtcViewersMax'>,
): Promise<string> {
  const row = await sql.one<{ public_id: string }>(
    `INSERT INTO installation (broadcast_viewers_max, broadcast_webrtc_viewers_max) VALUES ($1, $2)
     ON CONFLICT (is_one) DO UPDATE SET broadcast_viewers_max = excluded.broadcast_viewers_max,
       broadcast_webrtc_viewers_max = excluded.broadcast_webrtc_viewers_max
     RETURNING public_id`,
    [broadcastViewersMax, broadcastWebrtcViewersMax],
  );
  return row!.public_id;
}
