import { createContext, useContext, useSyncExternalStore } from 'react';

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

/** True on the server and while its page is taken over. What only the reader's browser knows is shown right after. */
export const useTakingOver = (): boolean =>
  useSyncExternalStore(
    never,
    () => false,
    () => true,
  );

const nothing = () => undefined;

/** True where the server draws, and in the first drawing of what is taken over: for first states. Unlike `useTakingOver`, nothing is drawn again for it. */
export function useDrawnBefore(): boolean {
  let drawn = false;
  // oxlint-disable-next-line react/immutability -- asked while it is drawn, never after
  useSyncExternalStore(never, nothing, () => void (drawn = true));
  return drawn;
}
