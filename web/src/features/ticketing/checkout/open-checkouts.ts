const ends = new Map<string, () => void>();
const nameOf = (eventUuid: string): string => `checkout ${eventUuid}`;

/** This tab has a checkout of the event open: tabs of one person share one hold. Where the browser has no locks, nothing is known. */
export function enterCheckout(eventUuid: string): void {
  const name = nameOf(eventUuid);
  if (ends.has(name)) return;
  const open = new Promise<void>((resolve) => ends.set(name, resolve));
  void navigator.locks?.request(name, { mode: 'shared' }, () => open);
}

/** Ends that; answers whether another tab has one open. */
export async function leaveCheckout(eventUuid: string): Promise<boolean> {
  const name = nameOf(eventUuid);
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  ends.get(name)?.();
  ends.delete(name);
  return held.filter((lock) => lock.name === name).length > 1;
}
