const ends = new Map<string, () => void>();
const nameOf = (eventUuid: string): string => `checkout ${eventUuid}`;

/**
 * Marks that this tab has a checkout of the event open: one person's tabs share a hold. Needs the browser's Web Locks.
 */
export function enterCheckout(eventUuid: string): void {
  const name = nameOf(eventUuid);
  if (ends.has(name)) return;
  const open = new Promise<void>((resolve) => ends.set(name, resolve));
  void navigator.locks?.request(name, { mode: 'shared' }, () => open);
}

/** Removes the mark. True if another tab has a checkout of the event open, or is about to. */
export async function leaveCheckout(eventUuid: string): Promise<boolean> {
  const name = nameOf(eventUuid);
  const { held = [], pending = [] } = (await navigator.locks?.query()) ?? {};
  const marks = [...held, ...pending].filter((lock) => lock.name === name).length;
  const isMarked = ends.has(name);
  ends.get(name)?.();
  ends.delete(name);
  return marks > (isMarked ? 1 : 0);
}
