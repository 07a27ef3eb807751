import { tokenInHash } from '@frontrow/contract/accounts/links.ts';
import { useState } from 'react';
import { useLocation } from 'react-router';

/**
 * The token of the link of a mail: the newest that was opened in this tab. Another mark of the page, as of “Skip to
 * content”, takes it from nobody.
 */
export function useLinkToken(): string | undefined {
  const opened = tokenInHash(useLocation().hash);
  const [token, setToken] = useState(opened);
  if (opened !== undefined && opened !== token) setToken(opened);
  return opened ?? token;
}
