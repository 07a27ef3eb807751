import { useEffect } from 'react';
import { text } from '#web/shared/i18n/index.ts';
import { toastError } from '#web/shared/toasts/toast.ts';
import { readStored, removeStored, staleTicketKey } from '#web/shared/api/storage.ts';

/** What to say of a stored item, which is cleared by that: the `message` of its JSON, or the spec's sentence. */
export function takeStaleTicket(sentence: string): string | undefined {
  const stored = readStored(staleTicketKey);
  if (stored === null) return undefined;
  removeStored(staleTicketKey);
  try {
    const said = JSON.parse(stored) as { message?: unknown } | null;
    if (typeof said?.message === 'string' && said.message) return said.message;
  } catch {
    // Not JSON: nothing we can show.
  }
  return sentence;
}

/** A stale ticket-success item shows an error snackbar and is cleared (spec §2). */
export function useStaleTicketNotice(): void {
  useEffect(() => {
    const said = takeStaleTicket(text('event', 'stale'));
    if (said !== undefined) toastError(said);
  }, []);
}
