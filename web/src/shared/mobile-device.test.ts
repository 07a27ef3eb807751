import { afterEach, expect, it, vi } from 'vitest';
import { clientHeaders } from './api/client-headers.ts';
import { isMobileDevice } from './mobile-device.ts';

afterEach(() => vi.unstubAllGlobals());

/** A browser with this window and this pointer, which answers as browsers do: each part of a list for itself. */
function browser({ widthEm, coarse, hovers }: { widthEm: number; coarse: boolean; hovers: boolean }): void {
  const feature = (text: string): boolean => {
    const [, name, value = ''] = /^\((\S+): (\S+)\)$/.exec(text) ?? [];
    if (name === 'max-width' && value.endsWith('em')) return widthEm <= Number.parseFloat(value);
    if (name === 'pointer') return value === (coarse ? 'coarse' : 'fine');
    if (name === 'hover') return value === (hovers ? 'hover' : 'none');
    throw new Error(`a feature nobody thought of: ${text}`);
  };
  const matches = (query: string): boolean => query.split(', ').some((all) => all.split(' and ').every(feature));
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: matches(query) }));
}

it.each([
  ['a phone held upright', { widthEm: 24, coarse: true, hovers: false }, true],
  ['a phone on its side', { widthEm: 58, coarse: true, hovers: false }, true],
  ['a tablet', { widthEm: 85, coarse: true, hovers: false }, true],
  ['a narrow window at a desk', { widthEm: 48, coarse: false, hovers: true }, true],
  ['a desk', { widthEm: 49, coarse: false, hovers: true }, false],
  ['a laptop that is touched, too', { widthEm: 85, coarse: false, hovers: true }, false],
  ['a television with a remote that hovers', { widthEm: 120, coarse: true, hovers: true }, false],
] as const)('the kind of device is recognized and named in the headers: %s', (_what, window, mobile) => {
  browser(window);
  expect(isMobileDevice()).toBe(mobile);
  expect(clientHeaders(null, 'en')['x-platform']).toBe(mobile ? 'mobile' : 'web');
});

it('a page without a window is not on a mobile device', () => {
  expect(isMobileDevice()).toBe(false);
  expect(clientHeaders(null, 'en')['x-platform']).toBe('web');
});
