import type { EngineAddress } from '../media/media-model.ts';

/** How long to wait before the first ask for an engine. The pause doubles up to the maximum. */
const firstWaitMs = 5_000;
const waitMsMax = 60_000;

interface Waiting {
  /** Null when there is nothing to wait for any more. Throws while nobody answers. */
  readonly ask: () => Promise<EngineAddress | null>;
  readonly pause: (ms: number) => Promise<void>;
  readonly jitterMs: () => number;
  readonly isWanted: () => boolean;
}

/** Asks until there is an engine, and resolves to its address. Null once none is wanted. */
export async function awaitEngine({ ask, pause, jitterMs, isWanted }: Waiting): Promise<EngineAddress | null> {
  for (let wait = firstWaitMs; ; wait = Math.min(wait * 2, waitMsMax)) {
    await pause(wait + jitterMs());
    if (!isWanted()) return null;
    try {
      const address = await ask();
      if (!address || !isWanted()) return null;
      if (address.url !== '') return address;
    } catch {
      // The server is away, or the engine is being prepared.
    }
  }
}
