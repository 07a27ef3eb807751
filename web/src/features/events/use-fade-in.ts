import { type RefObject, useLayoutEffect, useRef } from 'react';

const fadeMs = 200;

/** What becomes taller under the reader's eyes, and what follows it, come in at their new places: nothing jumps there. */
export function useFadeIn(boxes: readonly RefObject<HTMLElement | null>[], what: unknown): void {
  const before = useRef(what);
  useLayoutEffect(() => {
    if (before.current === what) return;
    before.current = what;
    // Remembered (`public/first-paint.js`): its room was kept, everything stands where it will.
    if (document.documentElement.dataset['seat'] !== undefined) return;
    for (const box of boxes)
      box.current?.animate({ opacity: [0, 1], visibility: ['hidden', 'visible'] }, { duration: fadeMs });
  });
}
