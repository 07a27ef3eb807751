import { toastGood } from './toasts/toast.ts';

/** Copies a text and says so. `label` says what to do where the person has to copy it themselves. */
export async function copyText(text: string, { done, label }: { done: string; label: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toastGood(done);
  } catch {
    // No clipboard over plain http or without permission: show the text to be copied by hand.
    window.prompt(label, text);
  }
}
