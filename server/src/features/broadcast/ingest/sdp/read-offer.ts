import { refuse } from '@frontrow/core/refuse.ts';
import { type MediaAttributes, type MediaDescription, write } from 'sdp-transform';
import { type IceSession, parseLines } from './fragment.ts';
import {
  fingerprint,
  type Fingerprint,
  isStrongHash,
  type Offered,
  type OfferedSection,
  offerSchema,
  sectionSchema,
} from './offer-schema.ts';

export interface ReadOffer {
  /** What the engine is sent: written by us, from what was parsed. */
  readonly sdp: string;
  readonly ice: IceSession;
}

const protocols = new Set(['UDP/TLS/RTP/SAVPF', 'TCP/TLS/RTP/SAVPF', 'RTP/SAVPF']);
const codecs: Readonly<Record<string, readonly string[]>> = {
  audio: ['opus'],
  video: ['h264', 'vp8', 'vp9', 'av1', 'h265'],
};
/** Names of our own: an encoder's names of its stream and tracks are for no one. */
const stream = 'feed';

const bad = (detail: string) => refuse('ingest_offer_bad', { detail });
type Shared = Pick<OfferedSection, 'iceUfrag' | 'icePwd' | 'fingerprint' | 'setup' | 'direction'>;

/**
 * Reads a WHIP offer (RFC 9725) and writes the one that the engine gets: at most one picture and one sound, sent only,
 * bundled, with the codecs that the product knows. What is not understood is left out, as if it had not been offered.
 * Throws `ingest_offer_bad`, with a reason that a person at an encoder can use.
 */
export function readOffer(body: string): ReadOffer {
  const whole = body.startsWith('v=0') ? offerSchema.safeParse(parseLines(strongPrints(body))).data : undefined;
  if (!whole) throw bad('it is not a session description');
  const sections = whole.media.map((section) => readSection(section));
  const kinds = sections.map(({ type }) => type);
  if (new Set(kinds).size < kinds.length) throw bad('it sends more than one picture or more than one sound');
  const mids = sections.map(({ mid }) => mid);
  if (new Set(mids).size < mids.length) throw bad('two of its media sections have the same name');
  const first = firstOfBundle(whole, mids);
  const tagged = sections.find(({ mid }) => mid === first)!;
  const transport = transportOf({ ...whole, ...known(tagged) });
  // The answer has its sections in the order of the offer.
  const media = sections.map((section) =>
    writeSection(section, { ...whole, ...known(section) }, transport, section.mid === first),
  );
  return {
    sdp: write({
      version: 0,
      origin: { username: '-', sessionId: 1, sessionVersion: 1, netType: 'IN', ipVer: 4, address: '127.0.0.1' },
      name: '-',
      timing: { start: 0, stop: 0 },
      groups: [{ type: 'BUNDLE', mids: [first, ...mids.filter((mid) => mid !== first)].join(' ') }],
      media,
    }),
    ice: { mid: first, ufrag: transport.iceUfrag, pwd: transport.icePwd },
  };
}

/**
 * An encoder may give a fingerprint for each hash (RFC 8122, section 5), and the parser keeps the last one alone
 * (`findings/sdp-transform-last-fingerprint-wins.sh`).
 */
const strongPrints = (body: string): string =>
  body.replaceAll(/^a=fingerprint:(\S+) .*(?:\r\n|\r|\n)?/gm, (line, hash: string) => (isStrongHash(hash) ? line : ''));

const known = ({ iceUfrag, icePwd, fingerprint: print, setup, direction }: Shared): Partial<Shared> =>
  Object.fromEntries(
    Object.entries({ iceUfrag, icePwd, fingerprint: print, setup, direction }).filter(
      ([, value]) => value !== undefined,
    ),
  );

function readSection(given: unknown): OfferedSection {
  const type = (given as { type?: unknown }).type;
  if (type === 'application') throw bad('it opens a data channel, and only a picture and a sound are taken');
  if (type !== 'audio' && type !== 'video') throw bad('it sends something other than a picture and a sound');
  const section = sectionSchema.safeParse(given).data;
  if (!section) throw bad(`its ${type} section is incomplete or malformed`);
  if (!protocols.has(section.protocol)) throw bad(`its ${type} is not sent by secure RTP`);
  if (section.port === 0 && section.bundleOnly === undefined) throw bad(`its ${type} section is switched off`);
  if (section.rtcpMux === undefined) throw bad(`its ${type} does not share a port with its reports (rtcp-mux)`);
  return section;
}

function firstOfBundle({ groups }: Offered, mids: readonly string[]): string {
  const bundle = groups.find(({ type }) => type === 'BUNDLE')?.mids.split(/\s+/);
  if (!bundle && mids.length === 1) return mids[0]!;
  const first = bundle?.[0];
  if (first === undefined || !mids.includes(first) || !mids.every((mid) => bundle!.includes(mid)))
    throw bad('its picture and sound do not share one connection (BUNDLE)');
  return first;
}

interface Transport {
  readonly iceUfrag: string;
  readonly icePwd: string;
  readonly fingerprint: Fingerprint;
  readonly setup: 'actpass' | 'active' | 'passive';
}

function transportOf({ iceUfrag, icePwd, fingerprint: print, setup = 'actpass' }: Shared): Transport {
  if (iceUfrag === undefined || icePwd === undefined) throw bad('it has no ICE credentials');
  const proven = fingerprint.safeParse(print).data;
  if (!proven) throw bad('it has no certificate fingerprint of SHA-256 or better');
  return { iceUfrag, icePwd, fingerprint: proven, setup };
}

/** Payload types of the codecs that are known, and of repeats (rtx) of those. */
function payloadsOf({ type, payloads, rtp, fmtp }: OfferedSection): ReadonlySet<number> {
  const offered = rtp.filter(({ payload }) => payloads.includes(payload));
  const kept = new Set(
    offered.filter(({ codec }) => codecs[type]?.includes(codec.toLowerCase())).map(({ payload }) => payload),
  );
  const repeats = offered.filter(
    ({ codec, payload }) =>
      codec.toLowerCase() === 'rtx' &&
      fmtp.some((one) => one.payload === payload && kept.has(Number(/^apt=(\d{1,3})/.exec(one.config)?.[1]))),
  );
  return kept.size === 0 ? kept : new Set([...kept, ...repeats.map(({ payload }) => payload)]);
}

function writeSection(
  section: OfferedSection,
  { direction = 'sendrecv' }: Shared,
  transport: Transport,
  isFirst: boolean,
): { type: string; port: number; protocol: string; payloads: string; mid: string } & MediaDescription {
  const { type, mid } = section;
  if (direction !== 'sendonly' && direction !== 'sendrecv') throw bad(`it does not send its ${type}`);
  const kept = payloadsOf(section);
  if (kept.size === 0)
    throw bad(type === 'audio' ? 'its sound is not Opus' : 'its picture is not H.264, VP8, VP9, AV1 or H.265');
  const ofKept = <T extends { payload: number | '*' }>(all: readonly T[]): T[] =>
    all.filter(({ payload }) => payload === '*' || kept.has(payload));
  return {
    type,
    port: isFirst || section.bundleOnly === undefined ? 9 : 0,
    protocol: 'UDP/TLS/RTP/SAVPF',
    payloads: section.payloads.filter((payload) => kept.has(payload)).join(' '),
    connection: { version: 4, ip: '0.0.0.0' },
    mid,
    ...transport,
    direction: 'sendonly',
    msid: `${stream} ${stream}-${type}`,
    rtcpMux: 'rtcp-mux',
    ...(section.rtcpRsize !== undefined && { rtcpRsize: 'rtcp-rsize' }),
    ...(section.bundleOnly !== undefined && !isFirst && { bundleOnly: 'bundle-only' }),
    rtp: ofKept(section.rtp).map(({ codec, ...rest }) => ({ ...rest, codec: codec === 'OPUS' ? 'opus' : codec })),
    fmtp: ofKept(section.fmtp),
    rtcpFb: ofKept(section.rtcpFb) as NonNullable<MediaAttributes['rtcpFb']>,
    ext: section.ext,
    ...sourcesOf(section),
    ...layersOf(section),
    ...(isFirst && { candidates: section.candidates as unknown as NonNullable<MediaAttributes['candidates']> }),
  };
}

/** Which packets are whose, and which of them repeat others. */
function sourcesOf({ type, ssrcs, ssrcGroups }: OfferedSection): Pick<MediaAttributes, 'ssrcs' | 'ssrcGroups'> {
  const ids = [...new Set(ssrcs.map(({ id }) => id))];
  const groups = ssrcGroups.filter((group) => group.ssrcs.split(' ').every((id) => ids.includes(Number(id))));
  return {
    ssrcs: ids.flatMap((id) => [
      { id, attribute: 'cname', value: stream },
      { id, attribute: 'msid', value: `${stream} ${stream}-${type}` },
    ]),
    ...(groups.length > 0 && { ssrcGroups: groups }),
  };
}

/** The same picture in several sizes. */
const layersOf = ({ rids, simulcast, type }: OfferedSection): Pick<MediaAttributes, 'rids' | 'simulcast'> =>
  type === 'video' && simulcast !== undefined && rids.length > 1
    ? { rids, simulcast: { dir1: 'send', list1: rids.map(({ id }) => id).join(';') } }
    : {};
