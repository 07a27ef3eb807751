import type { ComponentType } from 'react';

/**
 * Code that uses the component library, inside the library's theme: both are fetched together. What public pages start
 * with does without (`styles/mantine.test.ts` watches over that).
 */
export const themed =
  <P extends object>(fetchCode: () => Promise<{ default: ComponentType<P> }>) =>
  async (): Promise<{ default: ComponentType<P> }> => {
    const [{ default: Part }, { MantineTheme }] = await Promise.all([fetchCode(), import('./styles/MantineTheme.tsx')]);
    const Themed = (props: P) => (
      <MantineTheme>
        <Part {...props} />
      </MantineTheme>
    );
    return { default: Themed };
  };
