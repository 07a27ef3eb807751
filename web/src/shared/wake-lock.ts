/** The browser's part of keeping the screen on. `request` is missing in browsers that cannot. */
export interface ScreenParts {
  readonly request: (() => Promise<{ release(): Promise<void> }>) | undefined;
  readonly onReturn: (listener: () => void) => () => void;
}

/**
 * Keeps the screen on until the returned function is called. The browser drops the lock whenever the page is hidden, so
 * it is taken again on return. Where it is refused (saving battery) or missing, the screen goes off as usual.
 */
export function keepScreenOn({ request, onReturn }: ScreenParts): () => void {
  if (!request) return () => undefined;
  let isOver = false;
  let lock: { release(): Promise<void> } | null = null;
  const letGo = (): void => {
    void lock?.release().catch(() => undefined);
    lock = null;
  };
  const take = async (): Promise<void> => {
    const taken = await request().catch(() => null);
    letGo();
    lock = taken;
    if (isOver) letGo();
  };
  void take();
  const stop = onReturn(() => void take());
  return () => {
    isOver = true;
    stop();
    letGo();
  };
}
