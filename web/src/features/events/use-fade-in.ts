import { type RefObject, useLayoutEffect, useRef } from 'react';
import { fadeIn } from '#web/shared/motion.ts';

/** What becomes taller under the reader's eyes, and what follows it, come in at their new places: nothing jumps there. */
export function useFadeIn(boxes: readonly RefObject<HTMLElement | null>[], what: unknown): void {
  const before = useRef(what);
  useLayoutEffect(() => {
    if (before.current === what) return;
    before.current = what;
    // Remembered (`first-paint.js`): its room was kept, everything stands where it will.
    if (document.documentElement.dataset['seat'] !== undefined) return;
    for (const box of boxes) if (box.current) fadeIn(box.current);
  });
}
