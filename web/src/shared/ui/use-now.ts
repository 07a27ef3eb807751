import { useState, useSyncExternalStore } from 'react';
import { useDrawnBefore, useFirstPage } from '../first-page.ts';
import { askServerTime, clockOffset, onClockOffset, serverNow } from '../server-clock.ts';

/** One timer for all countdowns on the page; it stops when no component uses it. */
const listeners = new Set<() => void>();
let now = 0;
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = serverNow();
  for (const listener of listeners) listener();
}

onClockOffset(() => timer && tick());

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, 1000);
  askServerTime();
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
  if (now === 0) now = serverNow();
  return now;
}

/** The server's time, renewed every second. */
export function useNow(): number {
  const drawn = useFirstPage().now;
  return useSyncExternalStore(subscribe, read, () => drawn ?? read());
}

const noOffset = (): number => 0;

/**
 * When this component was first shown, by the server's clock. In a drawn page: when it was drawn, so that both send the
 * same queries.
 */
export function useOpenedAt(): number {
  const drawn = useFirstPage().now;
  const before = useDrawnBefore();
  const [readers] = useState(() => serverNow() - clockOffset());
  const offset = useSyncExternalStore(onClockOffset, clockOffset, noOffset);
  return before && drawn !== null ? drawn : readers + offset;
}
