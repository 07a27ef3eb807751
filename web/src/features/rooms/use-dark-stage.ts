import { useLayoutEffect } from 'react';
import { wear } from '#web/shared/styles/color-scheme.ts';

const attribute = 'data-mantine-color-scheme';

/**
 * The room and its pre-join screen are dark in both themes, so the whole page is dark while they are open; one that
 * begins with a room is from its first picture on (`first-paint.js`).
 */
export function useDarkStage(): void {
  useLayoutEffect(() => {
    const root = document.documentElement;
    const darken = () => {
      root.setAttribute(attribute, 'dark');
      watch.takeRecords();
    };
    // The chosen scheme may change in the meantime, by time of day or in another tab.
    const watch = new MutationObserver(darken);
    watch.observe(root, { attributeFilter: [attribute] });
    darken();
    return () => {
      watch.disconnect();
      wear();
    };
  }, []);
}
