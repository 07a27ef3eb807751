/** The browser's cache in which the page of a ticket leaves its copies. */
export const offlineTickets = 'frontrow-tickets';

/** Deletes the copies: someone who comes after this person in the same browser must not see their codes. */
export function forgetOfflineTickets(): void {
  // Without https there is no cache.
  if ('caches' in globalThis) void caches.delete(offlineTickets).catch(() => undefined);
}
