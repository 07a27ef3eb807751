import type { EngineAddress } from '../media/media-model.ts';

/** Nobody knows when there will be an engine: it is asked for again, later each time. */
const firstWaitMs = 5_000;
const waitMsMax = 60_000;

interface Waiting {
  /** Null where there is nothing to wait for any more; throws while nobody answers. */
  readonly ask: () => Promise<EngineAddress | null>;
  readonly pause: (ms: number) => Promise<void>;
  readonly jitterMs: () => number;
  readonly isWanted: () => boolean;
}

/** Answers the first engine there is; null once none is wanted. */
export async function awaitEngine({ ask, pause, jitterMs, isWanted }: Waiting): Promise<EngineAddress | null> {
  for (let wait = firstWaitMs; ; wait = Math.min(wait * 2, waitMsMax)) {
    await pause(wait + jitterMs());
    if (!isWanted()) return null;
    try {
      const address = await ask();
      if (!address || !isWanted()) return null;
      if (address.url !== '') return address;
    } catch {
      // The server is away, or the engine is being prepared: asked again.
    }
  }
}
