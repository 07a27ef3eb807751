import { isIP } from 'node:net';
import { z } from 'zod';

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
export type Candidate = z.infer<typeof candidate>;

/**
 * Candidates that are understood; the others are discarded without a word, as RFC 9725 wants it: names that only the
 * encoder's network knows, the component of RTCP, transports of the future.
 */
export const usableCandidates = z
  .array(z.unknown())
  .default([])
  .transform((given) => given.flatMap((one) => candidate.safeParse(one).data ?? []).slice(0, candidatesMax));

export const lineOfCandidate = ({ foundation, component, transport, priority, ip, ...rest }: Candidate): string =>
  [
    `a=candidate:${foundation} ${component} ${transport} ${priority} ${ip} ${rest.port} typ ${rest.type}`,
    ...(rest.raddr === undefined || rest.rport === undefined ? [] : [`raddr ${rest.raddr} rport ${rest.rport}`]),
    ...(rest.tcptype === undefined ? [] : [`tcptype ${rest.tcptype}`]),
  ].join(' ');
