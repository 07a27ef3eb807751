import type { SenderReport } from './packets.ts';

/** Long enough for some packets to arrive with the least delay. */
const firstArrivalsMs = 1_000;
/** A report moves a track by at most this, which no viewer notices. */
const stepMsMax = 20;
const reportsKept = 20;

/**
 * The offset between a participant's clock and ours, from the reports with the least delay. All tracks of a participant
 * share it, which keeps sound and picture in sync.
 */
export class SenderClock {
  private readonly offsets: number[] = [];

  /** Our time minus theirs. */
  learn(ntpMs: number, arrivedAt: number): number {
    this.offsets.push(arrivedAt - ntpMs);
    if (this.offsets.length > reportsKept) this.offsets.shift();
    return Math.min(...this.offsets);
  }
}

/** Maps RTP timestamps to our clock: first by the earliest arrivals, then, in small steps, by the sender's reports. */
export class TrackClock {
  private readonly perMs: number;
  private readonly sender: SenderClock;
  private last: number | undefined;
  private offsetMs: number | undefined;
  private firstAt = 0;
  private isReported = false;

  constructor(rate: number, sender: SenderClock) {
    this.perMs = rate / 1000;
    this.sender = sender;
  }

  /** The timestamp without wrap-arounds. */
  unwrap(timestamp: number): number {
    const { last } = this;
    if (last === undefined) return (this.last = timestamp);
    const unwrapped = this.near(timestamp);
    this.last = Math.max(last, unwrapped);
    return unwrapped;
  }

  onArrival(timestamp: number, now: number): void {
    const offset = now - this.unwrap(timestamp) / this.perMs;
    if (this.offsetMs === undefined) {
      this.firstAt = now;
      this.offsetMs = offset;
    } else if (!this.isReported && now - this.firstAt < firstArrivalsMs)
      this.offsetMs = Math.min(this.offsetMs, offset);
  }

  onReport({ ntpMs, timestamp }: SenderReport, now: number): void {
    if (this.offsetMs === undefined) return;
    const offset = ntpMs + this.sender.learn(ntpMs, now) - this.near(timestamp) / this.perMs;
    this.offsetMs += Math.max(-stepMsMax, Math.min(stepMsMax, offset - this.offsetMs));
    this.isReported = true;
  }

  /** Of an unwrapped timestamp, after the first arrival. */
  msOf(unwrapped: number): number {
    return unwrapped / this.perMs + (this.offsetMs ?? 0);
  }

  private near(timestamp: number): number {
    const last = this.last ?? timestamp;
    return last + ((timestamp - last) | 0);
  }
}
