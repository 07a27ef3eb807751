import { isIP } from 'node:net';
import { refuse } from '@frontrow/core/refuse.ts';
import { parse, type SessionDescription } from 'sdp-transform';
import { z } from 'zod';

/** What later candidates must name to belong to this connection. */
export interface IceSession {
  /** The section that all others share the connection of. */
  readonly mid: string;
  readonly ufrag: string;
  readonly pwd: string;
}

const linesMax = 1_000;
/** Parameter sets of H.264 are the longest that encoders send. */
const lineCharsMax = 1_000;

/** The lines that are understood, as an object; undefined for what cannot be a description. Decides nothing else. */
export function parseLines(body: string): SessionDescription | undefined {
  const lines = body.split(/\r\n|\r|\n/);
  const readable = lines.length <= linesMax && lines.every((line) => line.length <= lineCharsMax);
  return readable ? parse(body) : undefined;
}

/** Of one offer or fragment. A computer with many networks has some ten. */
export const candidatesMax = 32;
/** Letters of RFC 8839 for credentials and foundations. */
export const iceChars = (min: number, max: number): RegExp => new RegExp(`^[A-Za-z0-9+/]{${min},${max}}$`);
/** The parser makes a number of what looks like one. */
export const text = z.union([z.string(), z.number()]).transform(String);

const port = z.int().min(0).max(65_535);
const address = z.string().refine((given) => isIP(given) !== 0);

/** A candidate that the engine can use: an address of the one component that RTP and RTCP share. */
const candidate = z.object({
  foundation: text.pipe(z.string().regex(iceChars(1, 32))),
  component: z.literal(1),
  transport: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['udp', 'tcp'])),
  priority: z
    .int()
    .min(1)
    .max(2 ** 32 - 1),
  ip: address,
  port,
  type: z.enum(['host', 'srflx', 'prflx', 'relay']),
  raddr: address.optional(),
  rport: port.optional(),
  tcptype: z.enum(['active', 'passive', 'so']).optional(),
});
type Candidate = z.infer<typeof candidate>;

/**
 * Candidates that are understood; the others are discarded without a word, as RFC 9725 wants it: names that only the
 * encoder's network knows, the component of RTCP, transports of the future.
 */
export const usableCandidates = z
  .array(z.unknown())
  .default([])
  .transform((given) => given.flatMap((one) => candidate.safeParse(one).data ?? []).slice(0, candidatesMax));

const lineOfCandidate = ({ foundation, component, transport, priority, ip, ...rest }: Candidate): string =>
  [
    `a=candidate:${foundation} ${component} ${transport} ${priority} ${ip} ${rest.port} typ ${rest.type}`,
    ...(rest.raddr === undefined || rest.rport === undefined ? [] : [`raddr ${rest.raddr} rport ${rest.rport}`]),
    ...(rest.tcptype === undefined ? [] : [`tcptype ${rest.tcptype}`]),
  ].join(' ');

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
interface Fragment {
  readonly ufrag: string;
  readonly pwd: string;
  /** What the engine is sent: written by us, from what was parsed. Undefined if nothing new is in it. */
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
