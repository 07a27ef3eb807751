import { useEffect } from 'react';
import { useTakingOver } from './first-page.ts';
import { useSession } from './session/session.ts';

/**
 * For pages of a host or an event: once it is known who reads, every part shows it; what was remembered
 * (`first-paint.js`) may have been wrong, and is not about the next page.
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
