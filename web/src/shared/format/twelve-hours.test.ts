import { afterEach, expect, it, vi } from 'vitest';
import { formatTime } from './time.ts';

const evening = Date.UTC(2026, 7, 10, 18, 30);

afterEach(() => vi.unstubAllGlobals());

it('a browser that names no language, as WebKit where the system has none, shows 24 hours instead of an error', () => {
  vi.stubGlobal('document', {});
  vi.stubGlobal('navigator', { language: 'C' });
  expect(formatTime(evening, { zone: 'UTC' })).toBe('18:30');
});
