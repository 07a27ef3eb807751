import { loadCatalogues, text } from '#web/shared/i18n/index.ts';
import { toastError } from '#web/shared/toasts/toast.ts';
import { readStored, removeStored, staleTicketKey } from '#web/shared/api/storage.ts';

/** The text for a stored item, which is removed: the `message` of its JSON, or a general sentence. */
export function takeStaleTicket(sentence: string): string | undefined {
  const stored = readStored(staleTicketKey);
  if (stored === null) return undefined;
  removeStored(staleTicketKey);
  try {
    const said = JSON.parse(stored) as { message?: unknown } | null;
    if (typeof said?.message === 'string' && said.message) return said.message;
  } catch {
    // Not JSON: the general sentence is shown.
  }
  return sentence;
}

/** Shows a stale ticket-success item as an error snackbar and removes it. */
export async function sayStaleTicket(): Promise<void> {
  await loadCatalogues(['purchase']);
  const said = takeStaleTicket(text('purchase', 'stale'));
  if (said !== undefined) toastError(said);
}
