import { useLayoutEffect } from 'react';

const attribute = 'data-mantine-color-scheme';

/** The room and its instructions are dark in both themes: every token on the page follows while they are open. */
export function useDarkStage(): void {
  useLayoutEffect(() => {
    const root = document.documentElement;
    let outside = root.getAttribute(attribute);
    const darken = () => {
      root.setAttribute(attribute, 'dark');
      watch.takeRecords();
    };
    // The scheme outside may change meanwhile, at dusk or in another tab: it waits there.
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
