/** What scripts move is not stopped by the stylesheet's rule for people who prefer less motion. */
const wantsStill = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** How to scroll so that the eye can follow. */
export const gently = (): ScrollBehavior => (wantsStill() ? 'instant' : 'smooth');

const fadeMs = 200;
/** As in the stylesheet: done at once, but its beginning is drawn. */
const stillMs = 0.01;

/** Comes in where it stands now; nothing is seen to jump there. */
export function fadeIn(box: Element): void {
  const duration = wantsStill() ? stillMs : fadeMs;
  box.animate({ opacity: [0, 1], visibility: ['hidden', 'visible'] }, { duration });
}
