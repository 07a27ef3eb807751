import { useEffect, useState } from 'react';
import { tokenInHash } from '@frontrow/contract/accounts/links.ts';

/**
 * Read once and then taken out of the address: it must not stay in the history, nor travel as a referrer. Only once the page stands:
 * React may begin to draw it more than once, and the second time would find the address without it.
 */
export function useJoinToken(): string | null {
  const [token] = useState(() => tokenInHash(window.location.hash) ?? null);
  useEffect(() => {
    if (token !== null) window.history.replaceState(window.history.state, '', window.location.pathname);
  }, [token]);
  return token;
}
