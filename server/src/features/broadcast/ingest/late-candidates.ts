import { refuse } from '@frontrow/core/refuse.ts';
import { hashOf } from '../../../keys.ts';
import type { BroadcastKit } from '../broadcast-kit.ts';
import { encoderToken } from './ingest-sessions.ts';
import type { IceSession } from './sdp/read-offer.ts';
import { readFragment } from './sdp/read-fragment.ts';
import { sessionOrRefuse } from './sessions-of-door.ts';

export const credentialsHash = ({ ufrag, pwd }: Pick<IceSession, 'ufrag' | 'pwd'>): Buffer => hashOf(`${ufrag} ${pwd}`);

/** The ETag of a connection: an entity tag is quoted, and the engine's name of the connection is not. */
export const etagOf = (iceTag: string): string => `"${iceTag.replaceAll('"', '')}"`;

const tagsIn = (ifMatch: string): string[] => ifMatch.split(',').map((tag) => tag.trim().replace(/^"(.*)"$/, '$1'));

/**
 * Passes on the candidates that an encoder found after its offer, and nothing else: a connection is not restarted,
 * which RFC 9725 lets a server decline. Throws `ingest_session_unknown`, `ingest_gone`, `ingest_tag_missing`,
 * `ingest_tag_stale`, `ingest_no_restart`, `ingest_candidates_bad`.
 */
export async function addLateCandidates(
  kit: BroadcastKit,
  sessionId: string,
  { ifMatch, body }: { readonly ifMatch: string | undefined; readonly body: string },
): Promise<void> {
  const session = await sessionOrRefuse(kit.db, sessionId);
  const { ended, connection, ice } = session;
  if (ended || connection === undefined) throw refuse('ingest_gone');
  if (ifMatch === undefined || ifMatch.trim() === '') throw refuse('ingest_tag_missing');
  const tags = tagsIn(ifMatch);
  if (tags.includes('*')) throw refuse('ingest_no_restart');
  if (!ice || !tags.includes(etagOf(ice.tag).slice(1, -1))) throw refuse('ingest_tag_stale');
  const given = readFragment(body);
  if (!credentialsHash(given).equals(ice.hash)) throw refuse('ingest_no_restart');
  const fragment = given.fragmentFor(ice);
  if (fragment === undefined) return;
  const said = await kit.video.addCandidates(encoderToken(session.eventUuid), connection, {
    fragment,
    iceTag: ice.tag,
  });
  if (said === 'gone') throw refuse('ingest_gone');
}
