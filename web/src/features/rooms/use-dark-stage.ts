import { useLayoutEffect } from 'react';

const attribute = 'data-mantine-color-scheme';

/** The room and its instructions are dark in both themes: every token on the page follows while they are open. */
export function useDarkStage(): void {
  useLayoutEffect(() => {
    const root = document.documentElement;
    const before = root.getAttribute(attribute);
    root.setAttribute(attribute, 'dark');
    return () => {
      if (before !== null) root.setAttribute(attribute, before);
    };
  }, []);
}
