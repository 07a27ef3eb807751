import {
  convertCssVariables,
  deepMerge,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import type { Plugin } from 'vite';
import { cssVariablesResolver, theme } from './src/shared/styles/theme.ts';

/** Colors of the component library that nothing here wears; each would be some twenty variables. */
const worn = new Set([...Object.keys(theme.colors ?? {}), 'red']);
const unworn = Object.keys(DEFAULT_THEME.colors).filter((name) => !worn.has(name));
const isUnworn = new RegExp(`^--mantine-color-(${unworn.join('|')})-`);

const wornOf = (variables: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => !isUnworn.test(name)));

function styles(): string {
  const whole = mergeMantineTheme(DEFAULT_THEME, theme);
  const { variables, light, dark } = deepMerge(defaultCssVariablesResolver(whole), cssVariablesResolver(whole));
  return convertCssVariables({
    variables: wornOf(variables),
    light: { '--mantine-color-scheme': 'light', ...wornOf(light) },
    dark: { '--mantine-color-scheme': 'dark', ...wornOf(dark) },
  });
}

/** The theme's variables, written once into `theme-variables.css` instead of into every page and by every browser. */
export const themeVariables = (): Plugin => ({
  name: 'theme-variables',
  load: (id) => (id.endsWith('/theme-variables.css') ? styles() : undefined),
});
