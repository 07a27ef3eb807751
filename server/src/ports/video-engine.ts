import type { VideoState } from './video.ts';

/** A running video engine and the keys to it: our own beside the app, or one the configuration names. */
export interface VideoEngine {
  state(): VideoState;
  /** Where browsers connect, `ws://…` or `wss://…`. It may change when the engine is started again. */
  readonly url: string;
  /** Where the app asks it. */
  readonly httpUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** Called every time it has come up; at once when it is up. */
  onReady(listener: () => void): void;
}
