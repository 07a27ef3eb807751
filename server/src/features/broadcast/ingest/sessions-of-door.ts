import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../../db/db.ts';
import type { BroadcastKit } from '../broadcast-kit.ts';
import { endAndTell } from './follow-encoder.ts';
import { findSession, type IngestSession } from './ingest-sessions.ts';

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
