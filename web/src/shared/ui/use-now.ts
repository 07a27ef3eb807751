import { useState, useSyncExternalStore } from 'react';
import { useDrawnBefore, useFirstPage } from '../first-page.ts';

/** One clock for all countdowns on the page; it stands still while nobody looks at it. */
const listeners = new Set<() => void>();
let now = 0;
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
      now = 0;
    }
  };
}

function read(): number {
  if (now === 0) now = Date.now();
  return now;
}

/** The reader's clock, once. */
export const nowOnce = (): number => Date.now();

/** When the page was opened: the server's clock for a page it drew, so that both ask the same questions. */
export function useOpenedAt(): number {
  const drawn = useFirstPage().now;
  const before = useDrawnBefore();
  const [at] = useState(() => (before ? (drawn ?? nowOnce()) : nowOnce()));
  return at;
}

/** The reader's clock in epoch milliseconds, renewed every second. Only for showing; rules on time are the server's. */
export function useNow(): number {
  const drawn = useFirstPage().now;
  return useSyncExternalStore(subscribe, read, () => drawn ?? read());
}
