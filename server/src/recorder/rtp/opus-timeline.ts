/** Pauses up to this are filled with silence; a longer one interrupts the sound. */
const pauseMsMax = 3_000;
/** Microphone clocks drift: beyond this, a packet is left out, or one of silence is added. */
const driftMsMax = 30;
const perMs = 48;

export const silenceMs = 20;
/** 20 ms of silence. */
export const silence = Buffer.from([0xf8, 0xff, 0xfe]);

/** A packet with its place on our clock. */
export interface PlacedSound {
  readonly bytes: Buffer;
  readonly ms: number;
  readonly lengthMs: number;
}

/** Places the packets of a microphone one right after the other, as files need them, close to when they were sent. */
export class OpusTimeline {
  /** The timestamp expected next, and its place. */
  private next: { timestamp: number; ms: number } | undefined;

  /** Whether the packet with this unwrapped timestamp comes after so long a pause that the sound begins again. */
  isInterrupted(timestamp: number): boolean {
    return this.next !== undefined && timestamp - this.next.timestamp > pauseMsMax * perMs;
  }

  /** `at`: when the packet was sent, on our clock. */
  place(bytes: Buffer, timestamp: number, at: number): PlacedSound[] {
    const placed: PlacedSound[] = [];
    const next = (this.next ??= { timestamp, ms: at });
    const add = (one: Buffer, lengthMs: number): void => {
      placed.push({ bytes: one, ms: next.ms, lengthMs });
      next.ms += lengthMs;
    };
    for (; timestamp - next.timestamp >= silenceMs * perMs; next.timestamp += silenceMs * perMs)
      add(silence, silenceMs);
    const drift = at - next.ms;
    if (drift > driftMsMax) add(silence, silenceMs);
    const lengthMs = opusLengthMs(bytes);
    next.timestamp = timestamp + lengthMs * perMs;
    if (drift >= -driftMsMax) add(bytes, lengthMs);
    return placed;
  }

  restart(): void {
    this.next = undefined;
  }
}

/** The table of RFC 6716, 3.1. */
function opusLengthMs(packet: Buffer): number {
  const head = packet[0]!;
  const config = head >> 3;
  const one =
    config < 12 ? [10, 20, 40, 60][config % 4]! : config < 16 ? [10, 20][config % 2]! : [2.5, 5, 10, 20][config % 4]!;
  const code = head & 3;
  const count = code === 0 ? 1 : code < 3 ? 2 : (packet[1] ?? 1) & 0x3f;
  return one * Math.max(1, count);
}
