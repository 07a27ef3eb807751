import { z } from 'zod';
import { iceChars, text, usableCandidates } from './fragment.ts';

const payloadsMax = 64;
const token = /^[\w.+-]{1,32}$/;

/** Bytes of each hash, in hexadecimal pairs. SHA-1 is no longer a proof of anything. */
const hashBytes: Readonly<Record<string, number>> = { 'sha-256': 32, 'sha-384': 48, 'sha-512': 64 };
export const isStrongHash = (name: string): boolean => Object.hasOwn(hashBytes, name.toLowerCase());

export const fingerprint = z
  .object({ type: z.string().toLowerCase(), hash: z.string().toUpperCase() })
  .refine(({ type, hash }) => /^([0-9A-F]{2}:)*[0-9A-F]{2}$/.test(hash) && (hash.length + 1) / 3 === hashBytes[type]);
export type Fingerprint = z.infer<typeof fingerprint>;

const payload = z.int().min(0).max(127);
/** Only what is understood is kept of a list; the rest is as if it had not been offered. */
const understood = <T extends z.ZodType>(one: T, max: number) =>
  z
    .array(z.unknown())
    .default([])
    .transform((given) => given.flatMap((each) => one.safeParse(each).data ?? []).slice(0, max) as z.infer<T>[]);

const rtpmap = z.object({
  payload,
  codec: z.string().regex(token),
  rate: z.int().min(8_000).max(192_000),
  encoding: z.int().min(1).max(8).optional(),
});
const fmtp = z.object({ payload, config: text.pipe(z.string().regex(/^[\w .,;:=+/-]{1,800}$/)) });

const feedbackKinds = new Set(['nack', 'nack pli', 'ccm fir', 'goog-remb', 'transport-cc']);
const feedback = z
  .object({
    payload: z.union([payload, z.literal('*')]),
    type: z.string(),
    subtype: z.string().optional(),
  })
  .refine(({ type, subtype }) => feedbackKinds.has(subtype === undefined ? type : `${type} ${subtype}`));

const extensionUris = new Set([
  'urn:ietf:params:rtp-hdrext:sdes:mid',
  'urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id',
  'urn:ietf:params:rtp-hdrext:sdes:repaired-rtp-stream-id',
  'urn:ietf:params:rtp-hdrext:ssrc-audio-level',
  'urn:ietf:params:rtp-hdrext:toffset',
  'urn:3gpp:video-orientation',
  'http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time',
  'http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01',
  'https://aomediacodec.github.io/av1-rtp-spec/#dependency-descriptor-rtp-header-extension',
]);
const extension = z.object({
  value: z.int().min(1).max(14),
  uri: z.string().refine((uri) => extensionUris.has(uri)),
});

const ssrc = z
  .int()
  .min(1)
  .max(2 ** 32 - 1);
const ssrcs = z.object({ id: ssrc });
const ssrcGroup = z.object({ semantics: z.literal('FID'), ssrcs: z.string().regex(/^\d{1,10} \d{1,10}$/) });
const layer = z.object({ id: text.pipe(z.string().regex(/^[A-Za-z0-9]{1,16}$/)), direction: z.literal('send') });

/** What a whole description and each of its sections may say; a section goes before the whole. */
const shared = {
  iceUfrag: text.pipe(z.string().regex(iceChars(4, 256))).optional(),
  icePwd: text.pipe(z.string().regex(iceChars(22, 256))).optional(),
  fingerprint: z.unknown().optional(),
  setup: z.enum(['actpass', 'active', 'passive']).optional(),
  direction: z.enum(['sendrecv', 'recvonly', 'sendonly', 'inactive']).optional(),
};

export const sectionSchema = z.object({
  ...shared,
  type: z.string(),
  port: z.int(),
  protocol: z.string(),
  payloads: text
    .transform((given) => given.trim().split(/\s+/).map(Number))
    .pipe(z.array(payload).min(1).max(payloadsMax)),
  mid: text.pipe(z.string().regex(token)),
  bundleOnly: z.string().optional(),
  rtcpMux: z.string().optional(),
  rtcpRsize: z.string().optional(),
  candidates: usableCandidates,
  rtp: understood(rtpmap, payloadsMax),
  fmtp: understood(fmtp, payloadsMax),
  rtcpFb: understood(feedback, payloadsMax * 5),
  ext: understood(extension, 14),
  ssrcs: understood(ssrcs, 32),
  ssrcGroups: understood(ssrcGroup, 3),
  rids: understood(layer, 3),
  simulcast: z.unknown().optional(),
});
export type OfferedSection = z.infer<typeof sectionSchema>;

export const offerSchema = z.object({
  ...shared,
  version: z.literal(0),
  groups: z.array(z.object({ type: z.string(), mids: text })).default([]),
  media: z.array(z.unknown()).min(1).max(8),
});
export type Offered = z.infer<typeof offerSchema>;
