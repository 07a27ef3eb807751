import type { RefCallback } from 'react';

/** A list loads this many pages automatically; from then on the footer stays within reach until more is asked for. */
export const pagesByThemselves = 4;

/** For `ref`: acts once when the element is near the window, in pixels below it. */
export const whenNear =
  (pixels: number, act: () => void): RefCallback<HTMLElement> =>
  (element) => {
    if (!element) return undefined;
    const observer = new IntersectionObserver(
      (seen) => {
        if (!seen.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        act();
      },
      { rootMargin: `${pixels}px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  };
