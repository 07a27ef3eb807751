import { fetchOwn } from '../server-clock.ts';
import { RetryPause } from './retry-pause.ts';

/** A network that drops all packets reports no error for minutes. */
const answerMsMax = 10_000;

export const serverAnswers = (): Promise<boolean> =>
  fetchOwn('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(answerMsMax) }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Acts once the server can be reached again, for what failed because it could not. Where the server answers at once,
 * the cause is another one and nothing is done, as acting might fail for ever. `onLook` receives whether it waits.
 * Returns a function that stops it.
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
    // The event itself proves that there was no network; the first request may still hang.
    away = true;
    void look();
  };
  window.addEventListener('online', onOnline);
  void look();
  return stop;
}
