import { useLayoutEffect } from 'react';

const attribute = 'data-mantine-color-scheme';

/** The room and its pre-join screen are dark in both themes, so the whole page is dark while they are open. */
export function useDarkStage(): void {
  useLayoutEffect(() => {
    const root = document.documentElement;
    let outside = root.getAttribute(attribute);
    const darken = () => {
      root.setAttribute(attribute, 'dark');
      watch.takeRecords();
    };
    // The chosen scheme may change in the meantime, by time of day or in another tab. It is applied when the room
    // closes.
    const watch = new MutationObserver(() => {
      outside = root.getAttribute(attribute);
      darken();
    });
    watch.observe(root, { attributeFilter: [attribute] });
    darken();
    return () => {
      watch.disconnect();
      if (outside !== null) root.setAttribute(attribute, outside);
    };
  }, []);
}
