import { useEffect, useState } from 'react';
import { keepKeyboard } from './keep-keyboard.ts';

const held = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element !== document.body && element.isConnected;

/** Where the keyboard was before the first of several covers that take each other's place. */
let outside: Element | null = null;

function placeBefore() {
  if (typeof document === 'undefined') return { before: null, outside: null };
  const active = document.activeElement;
  // An entry of a menu goes with its menu: what opened that stays.
  const opener = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const before = opener ? document.getElementById(opener) : active;
  if (!before?.closest('[role="dialog"]')) outside = before;
  return { before, outside };
}

/**
 * For what covers the page: while it is there the keyboard does not fall out of it, and when it goes, the keyboard is
 * where it was before, or at the page's content where that is gone. Nobody is sent back to the top of the page.
 */
export function useFocusBack(): void {
  const [place] = useState(placeBefore);
  useEffect(keepKeyboard, []);
  useEffect(
    () => () => {
      // Once the cover is off the page; what takes its place, or was chosen in the meantime, keeps the keyboard.
      setTimeout(() => {
        if (held(document.activeElement)) return;
        for (const target of [place.before, place.outside, document.getElementById('content')].filter(held)) {
          target.focus({ preventScroll: true });
          if (document.activeElement === target) break;
        }
      });
    },
    [place],
  );
}
