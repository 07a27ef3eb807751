import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useLinkToken } from '#web/shared/use-link-token.ts';

/**
 * Taken out of the address, where the router has read it: it must not stay in the history, nor travel as a referrer. Each time a link is
 * opened in this tab, the same one, too.
 */
export function useJoinToken(): string | null {
  const token = useLinkToken() ?? null;
  const location = useLocation();
  useEffect(() => {
    if (token !== null) window.history.replaceState(window.history.state, '', location.pathname);
  }, [token, location]);
  return token;
}
