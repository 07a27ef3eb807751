import type { RtpPacket } from './packets.ts';

/** A packet that is late rather than lost arrives within this. */
const askAfterMs = 15;
const askAgainEveryMs = 60;
const giveUpAfterMs = 600;
/** Packets kept while an earlier one is missing: a second of 20 Mbps. */
const waitingMax = 2_048;
/** A longer jump is another stream, or a sender that started again. */
const jumpMax = 1_000;
/** Numbers of one request. */
const askedAtOnceMax = 128;

interface Gap {
  readonly since: number;
  askedAt: number;
}

/**
 * Puts the packets of one stream in order, and says which ones to ask for again. A packet that does not arrive within
 * `giveUpAfterMs` is skipped and counted as lost.
 */
export class PacketOrder {
  lost = 0;
  /** The highest number received, with wrap-arounds in the upper bits. */
  highest = -1;
  /** The number that is passed on next. */
  private next = -1;
  private readonly waiting = new Map<number, RtpPacket>();
  private readonly gaps = new Map<number, Gap>();
  private readonly pass: (packet: RtpPacket, afterLoss: boolean) => void;
  private skipped = false;

  constructor(pass: (packet: RtpPacket, afterLoss: boolean) => void) {
    this.pass = pass;
  }

  add(packet: RtpPacket, now: number): void {
    let number = this.numberOf(packet.sequence);
    if (this.next < 0 || Math.abs(number - this.highest) > jumpMax) number = this.startAt(packet.sequence);
    if (number < this.next || this.waiting.has(number)) return;
    this.gaps.delete(number);
    for (let at = Math.max(this.highest + 1, this.next); at < number; at += 1)
      this.gaps.set(at, { since: now, askedAt: Number.NEGATIVE_INFINITY });
    this.highest = Math.max(this.highest, number);
    this.waiting.set(number, packet);
    while (this.waiting.size > waitingMax) this.skip();
    this.passOn();
  }

  /** The numbers to ask for now. Skips what has been missing for too long. */
  ask(now: number): number[] {
    const asked: number[] = [];
    for (const [number, gap] of this.gaps) {
      if (now - gap.since > giveUpAfterMs) {
        this.gaps.delete(number);
        if (number === this.next) this.skip();
      } else if (
        now - gap.since >= askAfterMs &&
        now - gap.askedAt >= askAgainEveryMs &&
        asked.length < askedAtOnceMax
      ) {
        gap.askedAt = now;
        asked.push(number & 0xffff);
      }
    }
    this.passOn();
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
    // Far from 0, so that a packet that is older than the first one has no negative number.
    this.next = sequence + 0x1_0000;
    this.highest = this.next - 1;
    return this.next;
  }

  private skip(): void {
    this.gaps.delete(this.next);
    this.next += 1;
    this.lost += 1;
    this.skipped = true;
    this.passOn();
  }

  private passOn(): void {
    for (;;) {
      const packet = this.waiting.get(this.next);
      if (packet === undefined) {
        // Given up while an earlier one was missing, too.
        if (this.next > this.highest || this.gaps.has(this.next)) return;
        this.next += 1;
        this.lost += 1;
        this.skipped = true;
        continue;
      }
      this.waiting.delete(this.next);
      this.next += 1;
      const afterLoss = this.skipped;
      this.skipped = false;
      this.pass(packet, afterLoss);
    }
  }
}
