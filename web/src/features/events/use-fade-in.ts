import { type RefObject, useLayoutEffect, useRef } from 'react';
import { fadeIn } from '#web/shared/motion.ts';

/** Fades in content that grows while it is seen, and what follows it, at their new places, so that nothing jumps. */
export function useFadeIn(boxes: readonly RefObject<HTMLElement | null>[], what: unknown): void {
  const before = useRef(what);
  useLayoutEffect(() => {
    if (before.current === what) return;
    before.current = what;
    // The room was reserved (`first-paint.js`): nothing moves.
    if (document.documentElement.dataset['seat'] !== undefined) return;
    for (const box of boxes) if (box.current) fadeIn(box.current);
  });
}
