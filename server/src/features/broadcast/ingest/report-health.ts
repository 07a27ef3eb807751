import { wireStreamHealth } from '@frontrow/contract/broadcast/api.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { recordingNow } from '../../rooms/index.ts';
import { z } from 'zod';
import type { BroadcastKit } from '../broadcast-kit.ts';
import { forgetRefusal, keepRefusal } from './encoder-refusals.ts';
import { sessionOrRefuse } from './sessions-of-door.ts';

/** `refused`: the listener does not carry what comes, and the encoder has to go. */
const reported = wireStreamHealth.omit({ via: true, at: true }).extend({ refused: z.boolean().optional() });

/**
 * Our listener's report, once a second: it keeps the session alive and is shown to the host. Throws `ingest_gone` when
 * the encoder is to be cut.
 */
export async function reportHealth(
  { db }: Pick<BroadcastKit, 'db'>,
  sessionId: string,
  body: unknown,
): Promise<{ recording: boolean }> {
  const parsed = reported.safeParse(body);
  if (!parsed.success) throw refuse('bad_input', { detail: parsed.error.issues[0]?.message ?? 'not a report' });
  const session = await sessionOrRefuse(db, sessionId);
  if (session.ended) throw refuse('ingest_gone');
  const { refused, ...health } = parsed.data;
  if (refused === true && health.problem !== undefined) await keepRefusal(db, session.eventUuid, health.problem);
  else if (health.codec !== null) await forgetRefusal(db, session.eventUuid);
  await db.query(
    `UPDATE ingest_session SET reported_at = app_now(), health = $2::jsonb || jsonb_build_object(
       'via', via, 'at', floor(extract(epoch FROM app_now()) * 1000)::bigint)
     WHERE id = $1 AND ended_at IS NULL`,
    [sessionId, JSON.stringify(health)],
  );
  const row = await db.one<{ recording: boolean }>(
    `SELECT ${recordingNow} AS recording FROM room r JOIN event e ON e.id = r.event_id WHERE r.event_id = $1`,
    [session.eventUuid],
  );
  return { recording: row?.recording ?? false };
}
