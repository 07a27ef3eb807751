import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { gently } from '#web/shared/motion.ts';

/** Runs after the current change was painted. */
const afterPaint = (work: () => void): void => void requestAnimationFrame(() => requestAnimationFrame(work));

/**
 * Inserts content above a page that is already shown without moving what is on screen: the page is scrolled by the
 * height that was added. At the top, the new content then scrolls into view.
 *
 * The browser's own scroll anchoring is not enough. Safari has none, and Chromium 156 does not anchor at a position
 * that a reload restored.
 */
export function useSlideIn(box: RefObject<HTMLElement | null>, what: unknown): void {
  const before = useRef<number | null>(null);
  // From before the content was added: reading the position afterwards may include what the browser anchored.
  const position = useRef(0);
  useEffect(() => {
    const read = () => (position.current = window.scrollY);
    read();
    window.addEventListener('scroll', read, { passive: true });
    return () => window.removeEventListener('scroll', read);
  }, []);
  useLayoutEffect(() => {
    const height = box.current?.offsetHeight ?? 0;
    const more = height - (before.current ?? height);
    before.current = height;
    if (more <= 0) return;
    const atTop = position.current === 0;
    window.scrollTo({ top: position.current + more, behavior: 'instant' });
    if (atTop) afterPaint(() => window.scrollTo({ top: 0, behavior: gently() }));
  }, [box, what]);
}
