import { create } from 'zustand';
import { readStored, writeStored } from '#web/shared/api/storage.ts';
import { useReaders } from '#web/shared/first-page.ts';

/** Same key as `first-paint.js`, which sets the scheme before the first paint. */
const key = 'mantine-color-scheme-value';
const attribute = 'data-mantine-color-scheme';
const isBrowser = typeof window !== 'undefined';
const system = isBrowser ? window.matchMedia('(prefers-color-scheme: dark)') : undefined;

/** What was chosen on this device, else the system's. */
function isDark(): boolean {
  const chosen = readStored(key);
  return chosen === 'dark' || (chosen !== 'light' && system?.matches === true);
}

const useDark = create(() => ({ dark: isDark() }));

/** Wears what was chosen. The room wears the dark scheme instead while it is open. */
export function wear(): void {
  const dark = isDark();
  document.documentElement.setAttribute(attribute, dark ? 'dark' : 'light');
  useDark.setState({ dark });
}

if (isBrowser) {
  system?.addEventListener('change', wear);
  // Chosen in another tab.
  window.addEventListener('storage', (event) => event.key === key && wear());
}

function toggle(): void {
  writeStored(key, isDark() ? 'light' : 'dark');
  wear();
}

/** The scheme in use, and a switch to the other one (remembered on this device). */
export function useColorScheme(): { dark: boolean; toggle: () => void } {
  return {
    dark: useReaders(
      useDark((scheme) => scheme.dark),
      false,
    ),
    toggle,
  };
}
