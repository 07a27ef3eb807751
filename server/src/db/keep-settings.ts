import type { Config } from '../process/config.ts';
import type { Sql } from './db.ts';

/** Writes down what stored functions judge by. Of several processes the one that started last decides. */
export async function keepSettings(
  sql: Sql,
  { broadcastViewersMax }: Pick<Config, 'broadcastViewersMax'>,
): Promise<void> {
  await sql.query(
    `INSERT INTO installation (broadcast_viewers_max) VALUES ($1)
     ON CONFLICT (is_one) DO UPDATE SET broadcast_viewers_max = excluded.broadcast_viewers_max`,
    [broadcastViewersMax],
  );
}
