import { useEffect } from 'react';
import { text } from '#web/app/i18n/index.ts';
import { toastError } from '#web/app/toast.ts';
import { readStored, removeStored } from '#web/shared/api/storage.ts';

/** Left behind by a ticket link that did not lead to a seat. */
export const staleTicketKey = 'ticket-success';

/** The message of a stored item, JSON with a `message`; of any other the spec's sentence. */
export function staleTicketMessage(stored: string, fallback: string): string {
  try {
    const parsed: unknown = JSON.parse(stored);
    if (
      typeof parsed === 'object' &&
      parsed !== null &&
      'message' in parsed &&
      typeof parsed.message === 'string' &&
      parsed.message
    )
      return parsed.message;
  } catch {
    // Not JSON: nothing we can show.
  }
  return fallback;
}

/** A stale ticket-success item shows an error snackbar and is cleared (spec §2). */
export function useStaleTicketNotice(): void {
  useEffect(() => {
    const stored = readStored(staleTicketKey);
    if (stored === null) return;
    removeStored(staleTicketKey);
    toastError(staleTicketMessage(stored, text('event', 'stale')));
  }, []);
}
