import { type RefObject, useLayoutEffect, useRef } from 'react';
import { gently } from '#web/shared/motion.ts';

/** Runs after the current change was painted. */
const afterPaint = (work: () => void): void => void requestAnimationFrame(() => requestAnimationFrame(work));

/** Slides in content above a page that is already seen, as if the page was scrolled, so that nothing jumps. */
export function useSlideIn(box: RefObject<HTMLElement | null>, what: unknown): void {
  const before = useRef<number | null>(null);
  useLayoutEffect(() => {
    const height = box.current?.offsetHeight ?? 0;
    const more = height - (before.current ?? height);
    before.current = height;
    // Further down browsers keep the scroll position by themselves.
    if (more <= 0 || window.scrollY > 0) return;
    window.scrollTo({ top: more, behavior: 'instant' });
    afterPaint(() => window.scrollTo({ top: 0, behavior: gently() }));
  }, [box, what]);
}
