import { holdDelaysMs, refusalRememberedMs, refusalsRememberedMax } from './limits.ts';

/**
 * Encoders whose stream is not supported. OBS reconnects a few seconds after each refusal, forever, so a repeated
 * refusal keeps the connection open for half a minute before ending it, and then for a minute. A host who changes the
 * settings starts a new connection, which is never delayed.
 */
export class RefusedEncoders {
  private readonly keys = new Map<string, { sentence: string; times: number; at: number }>();

  /** Counts a refusal and returns how long to hold the connection, in milliseconds. */
  refused(key: string, sentence: string, now: number): number {
    const known = this.keys.get(key);
    const times = known?.sentence === sentence && now - known.at < refusalRememberedMs ? known.times : 0;
    // Deleted first, so that the map stays in order of age.
    this.keys.delete(key);
    this.keys.set(key, { sentence, times: times + 1, at: now });
    if (this.keys.size > refusalsRememberedMax) this.keys.delete(this.keys.keys().next().value!);
    return holdDelaysMs[Math.min(times, holdDelaysMs.length - 1)]!;
  }

  /** Called once the encoder sends a supported stream. */
  forget(key: string): void {
    this.keys.delete(key);
  }
}
