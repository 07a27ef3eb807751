import { type RefObject, useLayoutEffect, useRef } from 'react';
import { gently } from '#web/shared/motion.ts';

/** After what was changed now has been painted. */
const afterPaint = (work: () => void): void => void requestAnimationFrame(() => requestAnimationFrame(work));

/** What comes above a page that is seen already comes in like a page that is scrolled: nothing under the reader's eyes jumps. */
export function useSlideIn(box: RefObject<HTMLElement | null>, what: unknown): void {
  const before = useRef<number | null>(null);
  useLayoutEffect(() => {
    const height = box.current?.offsetHeight ?? 0;
    const more = height - (before.current ?? height);
    before.current = height;
    // Further down browsers keep the place by themselves.
    if (more <= 0 || window.scrollY > 0) return;
    window.scrollTo({ top: more, behavior: 'instant' });
    afterPaint(() => window.scrollTo({ top: 0, behavior: gently() }));
  }, [box, what]);
}
