import type { Sql } from '../../../db/db.ts';

export interface EncoderRefusal {
  readonly sentence: string;
  readonly at: number;
}

/** Keeps why an event's encoder was refused, in place of an earlier reason. */
export async function keepRefusal(sql: Sql, eventUuid: string, sentence: string): Promise<void> {
  await sql.query(
    `INSERT INTO encoder_refusal (event_id, sentence) VALUES ($1, $2)
     ON CONFLICT (event_id) DO UPDATE SET sentence = excluded.sentence, refused_at = app_now()`,
    [eventUuid, sentence],
  );
}

/** The reason is gone: a picture arrived, or the key is a new one. */
export async function forgetRefusal(sql: Sql, eventUuid: string): Promise<void> {
  await sql.query('DELETE FROM encoder_refusal WHERE event_id = $1', [eventUuid]);
}

export async function lastRefusal(sql: Sql, eventUuid: string): Promise<EncoderRefusal | null> {
  const row = await sql.one<{ sentence: string; refused_at: Date }>(
    'SELECT sentence, refused_at FROM encoder_refusal WHERE event_id = $1',
    [eventUuid],
  );
  return row ? { sentence: row.sentence, at: row.refused_at.getTime() } : null;
}
