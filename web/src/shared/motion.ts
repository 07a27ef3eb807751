/** What scripts move is not stopped by the stylesheet's rule for whoever wants less motion. */
const wantsStill = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** How to scroll so that the eye can follow. */
export const gently = (): ScrollBehavior => (wantsStill() ? 'instant' : 'smooth');

const fadeMs = 200;

/** Comes in where it stands now. */
export function fadeIn(box: Element): void {
  if (!wantsStill()) box.animate({ opacity: [0, 1], visibility: ['hidden', 'visible'] }, { duration: fadeMs });
}
