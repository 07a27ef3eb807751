import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useLinkToken } from '#web/shared/use-link-token.ts';

/**
 * Takes the token out of the address as soon as the router has read it, so that it stays in no history and travels in
 * no referrer. Works again each time a link is opened in this tab.
 */
export function useJoinToken(): string | null {
  const token = useLinkToken() ?? null;
  const location = useLocation();
  useEffect(() => {
    if (token !== null) window.history.replaceState(window.history.state, '', location.pathname);
  }, [token, location]);
  return token;
}
