import { localStorageColorSchemeManager, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useReaders } from '#web/shared/first-page.ts';

/** Same key as `first-paint.js`, which sets the scheme before the first paint. */
export const colourSchemeManager = localStorageColorSchemeManager({ key: 'mantine-color-scheme-value' });

/** The scheme in use, and a switch to the other one (remembered on this device). */
export function useColourScheme(): { dark: boolean; toggle: () => void } {
  const { setColorScheme } = useMantineColorScheme();
  const dark = useReaders(useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark', false);
  return { dark, toggle: () => setColorScheme(dark ? 'light' : 'dark') };
}
