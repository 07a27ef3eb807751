import { refuse } from '@frontrow/core/refuse.ts';
import { z } from 'zod';
import { lineOfCandidate, text, usableCandidates } from './candidates.ts';
import type { IceSession } from './read-offer.ts';
import { parseLines } from './parse-lines.ts';

const credential = text.optional();
const fragmentSchema = z.object({
  iceUfrag: credential,
  icePwd: credential,
  media: z
    .array(z.object({ mid: text.optional(), iceUfrag: credential, icePwd: credential, candidates: usableCandidates }))
    .min(1)
    .max(8),
});

/** What an encoder adds to its connection: its credentials again, and new candidates. */
export interface Fragment {
  readonly ufrag: string;
  readonly pwd: string;
  /** What the engine is sent: written by us, from what was parsed. Undefined where nothing new is in it. */
  fragmentFor(session: Pick<IceSession, 'mid'>): string | undefined;
}

/**
 * Reads the body of a PATCH (RFC 8840). Sections of the bundle other than its first carry no candidates that count.
 * Throws `ingest_candidates_bad`.
 */
export function readFragment(body: string): Fragment {
  const parsed = fragmentSchema.safeParse(parseLines(body));
  if (!parsed.success) throw refuse('ingest_candidates_bad', { detail: 'it has no media section' });
  const { media, iceUfrag, icePwd } = parsed.data;
  const ufrag = media[0]?.iceUfrag ?? iceUfrag;
  const pwd = media[0]?.icePwd ?? icePwd;
  if (ufrag === undefined || pwd === undefined)
    throw refuse('ingest_candidates_bad', { detail: 'it lacks the credentials of the connection' });
  return {
    ufrag,
    pwd,
    fragmentFor({ mid }) {
      const candidates = media.filter((section) => section.mid === mid).flatMap((section) => section.candidates);
      if (candidates.length === 0) return undefined;
      return [
        'm=audio 9 UDP/TLS/RTP/SAVPF 0',
        `a=mid:${mid}`,
        `a=ice-ufrag:${ufrag}`,
        `a=ice-pwd:${pwd}`,
        ...candidates.map(lineOfCandidate),
        '',
      ].join('\r\n');
    },
  };
}
