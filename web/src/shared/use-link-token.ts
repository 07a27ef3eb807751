import { tokenInHash } from '@frontrow/contract/accounts/links.ts';
import { useState } from 'react';
import { useLocation } from 'react-router';

/** A link that can be used once has at least this many characters: a shorter one lost its end in an email program. */
const tokenCharsMin = 32;

/** The token of the newest emailed link opened in this tab. Other marks, as of “Skip to content”, keep it. */
export function useLinkToken(): string | undefined {
  const mark = tokenInHash(useLocation().hash);
  const opened = mark !== undefined && mark.length >= tokenCharsMin ? mark : undefined;
  const [token, setToken] = useState(opened);
  if (opened !== undefined && opened !== token) setToken(opened);
  return opened ?? token;
}
