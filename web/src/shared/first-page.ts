import { createContext, useContext, useDeferredValue, useEffect, useState, useSyncExternalStore } from 'react';

/** What the server says about the page it drew; the browser takes it over as it stands. */
export interface FirstPage {
  /** The server's clock when it drew the page; null where nothing was drawn. */
  now: number | null;
  /** The address there is no page for. */
  missing: string | null;
}

export const FirstPageContext = createContext<FirstPage>({ now: null, missing: null });

export const useFirstPage = (): FirstPage => useContext(FirstPageContext);

const never = () => () => undefined;

/** Answers what it was asked first, so that nothing is drawn again for it. */
function drawnBefore() {
  let isDrawn = false;
  return { whereDrawn: () => (isDrawn = true), hereAndNow: () => isDrawn };
}

/** True where the server draws and for what is taken over from it; stays so: for first states. */
export function useDrawnBefore(): boolean {
  const [before] = useState(drawnBefore);
  return useSyncExternalStore(never, before.hereAndNow, before.whereDrawn);
}

/**
 * What only the reader's browser knows. While a page is taken over it is what the server drew, and right after, in
 * short steps that let a press through, the reader's own.
 */
export function useReaders<T>(own: T, drawn: T): T {
  const before = useDrawnBefore();
  return useDeferredValue(own, before ? drawn : undefined);
}

/** True on the server and while its page is taken over. */
export const useTakingOver = (): boolean => useReaders(false, true);

/**
 * Tells `first-paint.js` that more of the page handles input now: what was pressed before in a part whose code was
 * still to come is done.
 */
export function useReady(): void {
  useEffect(() => {
    // A press in a part that is not hydrated yet makes React hydrate it, but not during its own render.
    const timer = setTimeout(() => window.dispatchEvent(new Event('frontrow-ready')));
    return () => clearTimeout(timer);
  }, []);
}
