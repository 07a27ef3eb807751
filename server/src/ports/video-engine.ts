import type { VideoState } from './video.ts';

/** A running video engine and the keys to it: the embedded one, or one the configuration names. */
export interface VideoEngine {
  state(): VideoState;
  /** Its signaling, `ws://…` or `wss://…`. Changes when the engine is restarted on another port. */
  readonly url: string;
  /** Where the app calls it. */
  readonly httpUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** Called every time it has come up; at once when it is up. */
  onReady(listener: () => void): void;
}
