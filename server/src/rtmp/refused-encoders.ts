import { networkOf } from '../http/network-address.ts';
import {
  holdDelaysMs,
  refusalRememberedMs,
  refusalsRememberedMax,
  networksRememberedMax,
  networksReportedMax,
  tryEveryMsOverLimit,
  wrongKeysMax,
  wrongKeysWindowMs,
} from './limits.ts';

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

interface Network {
  began: number;
  misses: number;
  takenAt: number;
}

/** Number of refused attempts of one network. */
export interface RefusedTries {
  readonly network: string;
  readonly count: number;
}

/**
 * Counts wrong stream keys, and bytes that are not RTMP, by network. Connections of a network over the limit are closed
 * unread, which costs next to nothing, until its minute is over. One attempt every half second is still accepted, so
 * that an encoder with a valid key behind the same address gets through; guessing 128 bits is hopeless either way.
 */
export class WrongKeys {
  private readonly networks = new Map<string, Network>();
  /** Refusals not reported to the app yet, by network. */
  private unreported = new Map<string, number>();

  /** Whether a new connection is accepted. */
  mayTry(address: string, now: number): boolean {
    const network = this.find(networkOf(address), now);
    if (network === undefined || network.misses < wrongKeysMax) return true;
    if (now - network.takenAt >= tryEveryMsOverLimit) {
      network.takenAt = now;
      return true;
    }
    this.report(address);
    return false;
  }

  count(address: string, now: number): void {
    const name = networkOf(address);
    const known = this.find(name, now);
    if (known !== undefined) {
      known.misses += 1;
      return;
    }
    if (this.networks.size >= networksRememberedMax) this.forgetOldest();
    this.networks.set(name, { began: now, misses: 1, takenAt: now });
  }

  /** Counts a refusal that the listener decided itself, for the app's security log. */
  report(address: string): void {
    const name = networkOf(address);
    const known = this.unreported.get(name);
    if (known !== undefined || this.unreported.size < networksReportedMax) this.unreported.set(name, (known ?? 0) + 1);
  }

  /** The refusals counted since the last call. */
  takeReports(): RefusedTries[] {
    const taken = [...this.unreported].map(([network, count]) => ({ network, count }));
    this.unreported = new Map();
    return taken;
  }

  private find(name: string, now: number): Network | undefined {
    const network = this.networks.get(name);
    if (network === undefined || now - network.began < wrongKeysWindowMs) return network;
    this.networks.delete(name);
    return undefined;
  }

  private forgetOldest(): void {
    for (const name of this.networks.keys()) {
      this.networks.delete(name);
      return;
    }
  }
}
