import type { KeptPiece } from '../whip/door.ts';

/** What the app answered: `later` is worth another try. */
export type Kept = 'kept' | 'refused' | 'later';

export interface Piece extends Omit<KeptPiece, 'ageMs'> {
  /** When its part began, by our own monotonic clock. */
  readonly partBeganAt: number;
}

const restMs = 500;
/** What may wait while the app or its storage does not answer: at 6 Mbps more than a minute. */
const waitingBytesMax = 48 * 1024 * 1024;
const flushWithinMs = 5_000;

/** Pieces of a recording on their way to the app, one after the other. */
export class PieceQueue {
  /** Nothing was taken for a while. */
  stuck = false;
  private readonly waiting: Piece[] = [];
  private bytes = 0;
  private sending: Promise<void> | undefined;
  private closed = false;
  private readonly keep: (piece: KeptPiece) => Promise<Kept>;
  private readonly onRefused: (part: string) => void;

  constructor(keep: (piece: KeptPiece) => Promise<Kept>, onRefused: (part: string) => void) {
    this.keep = keep;
    this.onRefused = onRefused;
  }

  add(piece: Piece): void {
    if (this.bytes + piece.bytes.length > waitingBytesMax) {
      this.dropPart(piece.part);
      return;
    }
    this.waiting.push(piece);
    this.bytes += piece.bytes.length;
    this.sending ??= this.send();
  }

  /** Resolves when nothing waits any more, or when that took too long. */
  async flush(): Promise<void> {
    const timer = setTimeout(() => (this.closed = true), flushWithinMs);
    await this.sending;
    clearTimeout(timer);
    this.closed = true;
  }

  /** Ends in the same turn in which nothing is left to send: what is added later begins another run. */
  private async send(): Promise<void> {
    for (let piece = this.waiting[0]; piece !== undefined && !this.closed; piece = this.waiting[0]) {
      const kept = await this.tryOne(piece);
      this.stuck = kept === 'later';
      if (kept === 'later') await new Promise((resolve) => setTimeout(resolve, restMs));
      else if (kept === 'refused') this.dropPart(piece.part);
      else this.drop((one) => one === piece);
    }
    this.sending = undefined;
  }

  private tryOne({ partBeganAt, ...rest }: Piece): Promise<Kept> {
    const ageMs = Math.round(performance.now() - partBeganAt);
    return this.keep({ ...rest, ageMs }).catch(() => 'later' as const);
  }

  /** A part with a hole cannot be played: what follows the hole goes too. */
  private dropPart(part: string): void {
    this.drop((one) => one.part === part);
    this.onRefused(part);
  }

  private drop(which: (piece: Piece) => boolean): void {
    for (let at = this.waiting.length - 1; at >= 0; at -= 1) {
      if (!which(this.waiting[at]!)) continue;
      this.bytes -= this.waiting[at]!.bytes.length;
      this.waiting.splice(at, 1);
    }
  }
}
