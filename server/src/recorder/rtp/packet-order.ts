import type { RtpPacket } from './packets.ts';

/** A packet that is late rather than lost arrives within this. */
const askAfterMs = 15;
const askAgainEveryMs = 60;
const giveUpAfterMs = 600;
/** How far packets may be ahead of a missing one: a second of 20 Mbps. */
const aheadMax = 2_048;
/** Two consecutive packets further away are a sender that restarted; a single one is stray (RFC 3550, A.1). */
const jumpMax = 1_000;
/** Packets in one request. */
const askedAtOnceMax = 128;

interface Gap {
  readonly since: number;
  askedAt: number;
}

/**
 * Puts the packets of one stream in order, and says which ones to request again. A packet that does not arrive within
 * `giveUpAfterMs` is skipped and counted as lost. Every number from `next` to `highest` is either waiting or a gap.
 */
export class PacketOrder {
  lost = 0;
  /** The highest number received, with wrap-arounds in the upper bits. */
  highest = -1;
  /** The first number that has not been delivered or skipped. */
  private next = -1;
  /** The sequence number after a stray packet's. */
  private afterStray: number | undefined;
  private readonly waiting = new Map<number, RtpPacket>();
  /** In ascending order, which is also the order in which they opened. */
  private readonly gaps = new Map<number, Gap>();
  private readonly deliver: (packet: RtpPacket, afterLoss: boolean) => void;
  private skipped = false;

  constructor(deliver: (packet: RtpPacket, afterLoss: boolean) => void) {
    this.deliver = deliver;
  }

  add(packet: RtpPacket, now: number): void {
    const { sequence } = packet;
    let number = this.numberOf(sequence);
    const isMissing = this.gaps.has(number);
    if (this.next < 0) number = this.startAt(sequence);
    else if (!isMissing && Math.abs(number - this.highest) > jumpMax) {
      const isRestart = sequence === this.afterStray;
      this.afterStray = (sequence + 1) & 0xffff;
      if (!isRestart) return;
      number = this.startAt(sequence);
    }
    if (number < this.next || this.waiting.has(number)) return;
    this.gaps.delete(number);
    for (let at = this.highest + 1; at < number; at += 1)
      this.gaps.set(at, { since: now, askedAt: Number.NEGATIVE_INFINITY });
    this.highest = Math.max(this.highest, number);
    this.waiting.set(number, packet);
    this.deliverWaiting();
    while (this.highest - this.next > aheadMax) this.skip();
  }

  /** The sequence numbers to request now. Skips packets that have been missing for too long. */
  ask(now: number): number[] {
    const asked: number[] = [];
    for (const [number, gap] of this.gaps) {
      // The oldest gap is `next`.
      if (now - gap.since > giveUpAfterMs) this.skip();
      else if (now - gap.since >= askAfterMs && now - gap.askedAt >= askAgainEveryMs && asked.length < askedAtOnceMax) {
        gap.askedAt = now;
        asked.push(number & 0xffff);
      }
    }
    return asked;
  }

  private numberOf(sequence: number): number {
    if (this.highest < 0) return sequence;
    const distance = ((sequence - this.highest + 0x8000) & 0xffff) - 0x8000;
    return this.highest + distance;
  }

  private startAt(sequence: number): number {
    this.skipped ||= this.next >= 0;
    this.waiting.clear();
    this.gaps.clear();
    // Far from 0, so that packets older than the first one do not get negative numbers.
    this.next = sequence + 0x1_0000;
    this.highest = this.next - 1;
    return this.next;
  }

  private skip(): void {
    this.gaps.delete(this.next);
    this.next += 1;
    this.lost += 1;
    this.skipped = true;
    this.deliverWaiting();
  }

  private deliverWaiting(): void {
    for (let packet = this.waiting.get(this.next); packet !== undefined; packet = this.waiting.get(this.next)) {
      this.waiting.delete(this.next);
      this.next += 1;
      const afterLoss = this.skipped;
      this.skipped = false;
      this.deliver(packet, afterLoss);
    }
  }
}
