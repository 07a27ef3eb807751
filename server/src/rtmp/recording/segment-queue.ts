import type { RecordingSegment, StoreResult } from '../webrtc/app-client.ts';

export interface QueuedSegment extends Omit<RecordingSegment, 'ageMs'> {
  /** When its file began, on this process's monotonic clock. */
  readonly fileBeganAt: number;
}

const restMs = 500;
/** Segments kept while the app or its storage does not answer: more than a minute at 6 Mbps. */
const waitingBytesMax = 48 * 1024 * 1024;
const flushWithinMs = 5_000;

/** Sends the segments of a recording to the app, one after the other. */
export class SegmentQueue {
  /** The app did not store the newest segment it was given. */
  stuck = false;
  private readonly waiting: QueuedSegment[] = [];
  private bytes = 0;
  private sending: Promise<void> | undefined;
  private closed = false;
  private readonly store: (segment: RecordingSegment) => Promise<StoreResult>;
  private readonly onRejected: (file: string) => void;

  constructor(keep: (segment: RecordingSegment) => Promise<StoreResult>, onRejected: (file: string) => void) {
    this.store = keep;
    this.onRejected = onRejected;
  }

  add(segment: QueuedSegment): void {
    if (this.bytes + segment.bytes.length > waitingBytesMax) {
      this.dropFile(segment.file);
      return;
    }
    this.waiting.push(segment);
    this.bytes += segment.bytes.length;
    this.sending ??= this.send();
  }

  /** Resolves when everything is sent, or after `flushWithinMs`. */
  async flush(): Promise<void> {
    const timer = setTimeout(() => (this.closed = true), flushWithinMs);
    await this.sending;
    clearTimeout(timer);
    this.closed = true;
  }

  /** `sending` is cleared in the turn that finds the queue empty, so that a segment added later starts another run. */
  private async send(): Promise<void> {
    for (let segment = this.waiting[0]; segment !== undefined && !this.closed; segment = this.waiting[0]) {
      const result = await this.storeOne(segment);
      this.stuck = result === 'retry';
      if (result === 'retry') await new Promise((resolve) => setTimeout(resolve, restMs));
      else if (result === 'rejected') this.dropFile(segment.file);
      else this.drop((one) => one === segment);
    }
    this.sending = undefined;
  }

  private storeOne({ fileBeganAt: partBeganAt, ...rest }: QueuedSegment): Promise<StoreResult> {
    const ageMs = Math.round(performance.now() - partBeganAt);
    return this.store({ ...rest, ageMs }).catch(() => 'retry' as const);
  }

  /** A file with a gap cannot be played, so segments after the gap are dropped too. */
  private dropFile(file: string): void {
    this.drop((one) => one.file === file);
    this.onRejected(file);
  }

  private drop(which: (segment: QueuedSegment) => boolean): void {
    for (let at = this.waiting.length - 1; at >= 0; at -= 1) {
      if (!which(this.waiting[at]!)) continue;
      this.bytes -= this.waiting[at]!.bytes.length;
      this.waiting.splice(at, 1);
    }
  }
}
