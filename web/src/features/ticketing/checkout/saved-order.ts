import { readStored, removeStored, writeStored } from '#web/shared/api/storage.ts';

/** The wallet order that is being approved: its id and, for guests, the address. Saved before the page is left. */
export interface SavedOrder {
  id: string;
  email: string | null;
}

const key = 'frontrow-payment-order';

export const saveOrder = (order: SavedOrder): void => void writeStored(key, JSON.stringify(order));

export const clearSavedOrder = (): void => removeStored(key);

export function savedOrder(): SavedOrder | null {
  try {
    const parsed: unknown = JSON.parse(readStored(key) ?? 'null');
    if (typeof parsed !== 'object' || parsed === null || !('id' in parsed) || typeof parsed.id !== 'string')
      return null;
    return { id: parsed.id, email: 'email' in parsed && typeof parsed.email === 'string' ? parsed.email : null };
  } catch {
    return null;
  }
}

/** What the wallet, and its provider, add to the address. */
export const walletMarks = ['paypal_callback', 'paypal_callback_error', 'token', 'PayerID'] as const;

/** What the query of the page says of a wallet payment: nothing, cancelled, or approved with this token. */
export type WalletReturn = { kind: 'none' } | { kind: 'error' } | { kind: 'approved'; token: string | null };

export function walletReturn(search: URLSearchParams): WalletReturn {
  if (search.has('paypal_callback_error')) return { kind: 'error' };
  if (search.has('paypal_callback')) return { kind: 'approved', token: search.get('token') };
  return { kind: 'none' };
}

/** Only the order that was saved in this browser is confirmed. */
export const ownOrder = (back: WalletReturn, saved: SavedOrder | null): boolean =>
  back.kind === 'approved' && saved !== null && back.token === saved.id;
