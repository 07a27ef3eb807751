/** Local storage that keeps working (in memory, for this page) where the browser closes it. */
const memory = new Map<string, string>();

/** Left behind by a ticket link that no longer opens anything. */
export const staleTicketKey = 'ticket-success';

/**
 * Where a person goes on who asked for a mailed link, and what they had pressed. For all tabs, because the link opens
 * in another tab of the browser that asked for it.
 */
export const afterLoginKey = 'frontrow-way-back';

function local(): Storage | null {
  try {
    return typeof window === 'undefined' ? null : window.localStorage;
  } catch {
    return null;
  }
}

export function readStored(key: string): string | null {
  try {
    return local()?.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

/** Whether it outlives this page; what finds no room is there until then. */
export function writeStored(key: string, value: string): boolean {
  try {
    const storage = local();
    if (!storage) throw new Error('no storage');
    storage.setItem(key, value);
    memory.delete(key);
    return true;
  } catch {
    memory.set(key, value);
    return false;
  }
}

export function removeStored(key: string): void {
  memory.delete(key);
  try {
    local()?.removeItem(key);
  } catch {
    // Closed storage holds nothing to remove.
  }
}
