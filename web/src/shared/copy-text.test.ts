import { afterEach, expect, it, vi } from 'vitest';
import { copyText } from './copy-text.ts';

afterEach(() => vi.unstubAllGlobals());

it('a text that could not be copied is shown under its button’s label, and not called copied', async () => {
  const prompt = vi.fn();
  vi.stubGlobal('window', { prompt });
  vi.stubGlobal('navigator', { clipboard: { writeText: async () => Promise.reject(new Error('not permitted')) } });
  await copyText('https://frontrow.test', { done: 'Link copied', label: 'Copy link' });
  // No clipboard at all over plain http.
  vi.stubGlobal('navigator', {});
  await copyText('https://frontrow.test', { done: 'Link copied', label: 'Copy link' });
  const shown = ['Copy link', 'https://frontrow.test'];
  expect(prompt.mock.calls).toEqual([shown, shown]);
});
