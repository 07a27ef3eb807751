import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const evening = Date.UTC(2026, 7, 10, 18, 30);

/** The time as a browser of a language shows it that was just opened. */
async function shownIn(language: string): Promise<string> {
  vi.stubGlobal('document', {});
  vi.stubGlobal('navigator', { language });
  const { formatTime } = await import('./time.ts');
  return formatTime(evening, { zone: 'UTC' });
}

beforeEach(() => void vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

it('a browser that names no language, as WebKit where the system has none, shows 24 hours instead of an error', async () =>
  expect(await shownIn('C')).toBe('18:30'));

it('a browser in another language shows English pages with that language’s clock', async () => {
  expect(await shownIn('fr-FR')).toBe('18:30');
  vi.resetModules();
  expect(await shownIn('ko-KR')).toBe('6:30\u{a0}PM');
});

it.each(['en', 'en-US', 'en-CA', 'en-AU', 'en-NZ', 'en-IN', 'en-GB', 'en-IE', 'en-ZA'])(
  'a browser in %s has the clock of its region without an Intl object, which a phone needs long to make',
  async (language) => {
    const has = new Intl.DateTimeFormat(language, { hour: 'numeric' }).resolvedOptions().hour12;
    const asked = vi.spyOn(Intl, 'DateTimeFormat');
    expect(await shownIn(language)).toBe(has ? '6:30\u{a0}PM' : '18:30');
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
  },
);
