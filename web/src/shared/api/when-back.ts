import { RetryPause } from './retry-pause.ts';

/** A network that swallows everything says nothing for minutes. */
const answerMsMax = 10_000;

export const serverAnswers = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(answerMsMax) }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Acts once the server answers again, for what did not come because nobody was reached. Where it answers at once, something else
 * is wrong and nothing is done: what is done might fail for ever. `onLook` is told whether that is waited for. Answers what stops it.
 */
export function whenBack(act: () => void, onLook?: (waits: boolean) => void, answers = serverAnswers): () => void {
  const retry = new RetryPause();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let away = false;
  let over = false;
  const stop = (): void => {
    over = true;
    clearTimeout(timer);
    window.removeEventListener('online', onOnline);
  };
  async function look(): Promise<void> {
    const here = await answers();
    if (over) return;
    away ||= !here;
    onLook?.(away);
    if (here) {
      stop();
      if (away) act();
      return;
    }
    clearTimeout(timer);
    timer = setTimeout(() => void look(), retry.next(0));
  }
  const onOnline = (): void => {
    // Says itself that there was no network; the first question may still hang in it.
    away = true;
    void look();
  };
  window.addEventListener('online', onOnline);
  void look();
  return stop;
}
