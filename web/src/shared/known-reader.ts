import { useEffect } from 'react';
import { useTakingOver } from './first-page.ts';
import { useSession } from './session/session.ts';

/**
 * For pages of a host or an event: drops what `first-paint.js` guessed about the reader once the session says who it is
 * (the guess may be wrong), and when the page is left.
 */
export function useKnownReader(): void {
  const loading = useSession((session) => session.loading);
  const isKnown = !useTakingOver() && !loading;
  useEffect(() => {
    const forget = (): void => void delete document.documentElement.dataset['seat'];
    if (isKnown) forget();
    return forget;
  }, [isKnown]);
}
