/**
 * Timestamps from 0xFFFFFF ms (4 h 39 min 37 s) on do not fit into the 24 bits of a chunk's header and stand behind it.
 * Encoders disagree about two things: whether a chunk without a header (format 3) repeats the four bytes, as Adobe's
 * document of 2012 says and librtmp did not do until 2024, and whether they are a distance or the whole time in the
 * short headers (formats 1 and 2). Both are told apart by their value.
 */

interface Timed {
  readonly timestamp: number;
  readonly extendedTime: number | undefined;
  /** Bytes of the message that came. */
  readonly came: number;
}

/** From one message of a chunk stream to the next. */
const stepMsMax = 60_000;
const extendedFrom = 0xff_ff_ff;

/** Whether an extended value of a short header is the whole time: as a distance it would be hours. */
export function isAbsolute({ timestamp }: Pick<Timed, 'timestamp'>, value: number): boolean {
  return timestamp >= extendedFrom && value >= timestamp && value - timestamp < stepMsMax;
}

/** Whether the bytes behind a header of format 3 repeat the extended timestamp; `maybe` until enough of them came. */
export function repeatsExtendedTime(stream: Timed, bytes: Buffer): boolean | 'maybe' {
  const { extendedTime, timestamp, came } = stream;
  if (extendedTime === undefined) return false;
  const first = bytes[0];
  if (first === undefined) return 'maybe';
  // Most payloads differ in their first byte, and are not kept waiting for the next three.
  const begins = came === 0 ? timestamp + stepMsMax : timestamp;
  if (first !== extendedTime >>> 24 && (first < timestamp >>> 24 || first > begins >>> 24)) return false;
  if (bytes.length < 4) return 'maybe';
  const value = bytes.readUInt32BE();
  return value === extendedTime || value === timestamp || (came === 0 && isAbsolute(stream, value));
}
