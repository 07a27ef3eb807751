const lookEveryMs = 500;
/** Between two starts: what ends at once must not be started without end. */
const restMs = 2_000;

export interface Kept {
  isRunning(): boolean;
  startAgain(): Promise<void>;
  /** It could not be started; it is tried again a little later. */
  failed(error: Error): void;
}

/** Restarts a part that ended unexpectedly (killed, out of memory, full disk) until it is stopped. */
export function keepRunning({ isRunning, startAgain, failed }: Kept): { stop(): Promise<void> } {
  let starting: Promise<void> | undefined;
  let restUntil = 0;
  const timer = setInterval(() => {
    if (starting || performance.now() < restUntil || isRunning()) return;
    starting = startAgain()
      .catch(failed)
      .finally(() => {
        restUntil = performance.now() + restMs;
        starting = undefined;
      });
  }, lookEveryMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await starting;
    },
  };
}
