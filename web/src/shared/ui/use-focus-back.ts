import { useEffect, useState } from 'react';

/**
 * For what covers the page while it is there: when it goes, the keyboard is where it was before, or at the page's content where
 * that is gone. Nobody is sent back to the top of the page.
 */
export function useFocusBack(): void {
  const [before] = useState(() => (typeof document === 'undefined' ? null : document.activeElement));
  useEffect(
    () => () => {
      // Once the cover is off the page; what takes its place, or was chosen meanwhile, keeps the keyboard.
      setTimeout(() => {
        if (document.activeElement && document.activeElement !== document.body) return;
        const there = before instanceof HTMLElement && before.isConnected && before !== document.body;
        const target = there ? before : document.getElementById('content');
        target?.focus({ preventScroll: true });
      });
    },
    [before],
  );
}
