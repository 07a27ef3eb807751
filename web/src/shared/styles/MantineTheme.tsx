import { MantineContext, MantineThemeProvider } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useColorScheme, wear } from './color-scheme.ts';
import { theme } from './theme.ts';

const getRootElement = (): HTMLElement => document.documentElement;
const nothing = (): void => undefined;

/** `MantineProvider` without the styles it writes: ours are built, and computing its own costs a phone some 20 ms. */
export function MantineTheme({ children }: { children: ReactNode }) {
  const { dark } = useColorScheme();
  // A page that begins with a room is dark, also where it led home to log in again.
  useEffect(wear, []);
  return (
    <MantineContext
      value={{
        colorScheme: dark ? 'dark' : 'light',
        setColorScheme: nothing,
        clearColorScheme: nothing,
        getRootElement,
        classNamesPrefix: 'mantine',
        cssVariablesSelector: ':root',
        withStaticClasses: true,
      }}
    >
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  );
}
