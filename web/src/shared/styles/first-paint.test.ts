import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import script from '../../first-paint.js?raw';
import { pages } from '#web/app/routes.tsx';

/** The scheme of the first picture of a page. */
function schemeAt(pathname: string, kept: Record<string, string>, systemIsDark = false): string | undefined {
  const attributes = new Map<string, string>();
  const page = { dataset: {}, setAttribute: (name: string, value: string) => void attributes.set(name, value) };
  runInNewContext(script, {
    document: { documentElement: page, querySelector: () => null },
    location: { pathname, search: '' },
    navigator: { userAgent: '' },
    localStorage: { getItem: (name: string) => kept[name] ?? null },
    matchMedia: () => ({ matches: systemIsDark }),
    addEventListener: () => undefined,
  });
  return attributes.get('data-mantine-color-scheme');
}

const known = { 'frontrow-access-token': 'a1' };
const rooms = ['/streaming/e1', '/broadcast/e1', '/mobileStreaming/e1'];

it.each(rooms)('%s is dark from its first picture on', (pathname) => {
  expect(pages.some(({ path }) => path === pathname.replace('e1', ':uuid'))).toBe(true);
  expect(schemeAt(pathname, known)).toBe('dark');
  expect(schemeAt(pathname, { ...known, 'mantine-color-scheme-value': 'light' })).toBe('dark');
  // It leads home, which would be dark then.
  expect(schemeAt(pathname, {})).toBe('light');
});

it('other pages begin in the scheme that was chosen, else in the one of the system', () => {
  expect(schemeAt('/event/e1', known)).toBe('light');
  expect(schemeAt('/event/e1', known, true)).toBe('dark');
  expect(schemeAt('/streaming', { 'mantine-color-scheme-value': 'light' }, true)).toBe('light');
});
