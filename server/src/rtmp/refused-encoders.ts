import { heldMs, refusalRememberedMs, refusalsRememberedMax } from './limits.ts';

/**
 * Encoders that send what we do not carry. OBS reconnects a few seconds after each refusal, for ever: when it comes
 * back with the same, its connection is kept open for half a minute before it ends, and then for a minute. A host who
 * changes the encoder's settings starts a new connection, which is never kept waiting.
 */
export class RefusedEncoders {
  private readonly keys = new Map<string, { sentence: string; times: number; at: number }>();

  /** Counts a refusal and answers how long the connection is kept. */
  refused(key: string, sentence: string, now: number): number {
    const known = this.keys.get(key);
    const times = known?.sentence === sentence && now - known.at < refusalRememberedMs ? known.times : 0;
    // Deleted first, so that the oldest stands in front.
    this.keys.delete(key);
    this.keys.set(key, { sentence, times: times + 1, at: now });
    if (this.keys.size > refusalsRememberedMax) this.keys.delete(this.keys.keys().next().value!);
    return heldMs[Math.min(times, heldMs.length - 1)]!;
  }

  /** Something better came. */
  forget(key: string): void {
    this.keys.delete(key);
  }
}
