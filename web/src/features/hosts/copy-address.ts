import { toastGood } from '#web/shared/toasts/toast.ts';

/** Copies an address, and says so. */
export async function copyAddress(address: string, { label, done }: { label: string; done: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    toastGood(done);
  } catch {
    // No clipboard over plain http or without permission: show the address to be copied by hand.
    window.prompt(label, address);
  }
}
