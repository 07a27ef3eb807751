import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../../db/db.ts';
import type { IcePatch, PatchAnswer } from '../../../ports/video.ts';
import type { BroadcastKit } from '../broadcast-kit.ts';
import { endAndTell } from './follow-encoder.ts';
import { encoderToken, findSession, type IngestSession } from './ingest-sessions.ts';

/** The session at an address of the door. Whoever knows the address is its encoder. Throws `ingest_session_unknown`. */
export async function sessionOrRefuse(sql: Sql, sessionId: string): Promise<IngestSession> {
  const session = await findSession(sql, sessionId);
  if (!session) throw refuse('ingest_session_unknown');
  return session;
}

/** The encoder says goodbye. Twice is harmless. */
export async function stopEncoder(kit: BroadcastKit, sessionId: string): Promise<void> {
  const session = await sessionOrRefuse(kit.db, sessionId);
  if (!session.ended) await endAndTell(kit, session, 'stop');
}

/** ICE candidates, or a restart of ICE: the engine's affair. Throws `ingest_gone`. */
export async function patchEncoder(kit: BroadcastKit, sessionId: string, patch: IcePatch): Promise<PatchAnswer> {
  const session = await sessionOrRefuse(kit.db, sessionId);
  if (session.ended || session.connection === undefined) throw refuse('ingest_gone');
  return kit.video.patchEncoder(encoderToken(session.eventUuid), session.connection, patch);
}
