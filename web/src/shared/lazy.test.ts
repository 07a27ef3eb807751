import { MantineProvider } from '@mantine/core';
import { createElement, Suspense } from 'react';
import { prerender } from 'react-dom/static';
import { afterEach, expect, it, vi } from 'vitest';
import { failureKeptMs } from './code-when-wanted.ts';
import { lazy } from './lazy.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function drawn(Part: ReturnType<typeof lazy>, onClose?: () => void): Promise<string> {
  const page = createElement(MantineProvider, null, createElement(Suspense, null, createElement(Part, { onClose })));
  return new Response((await prerender(page)).prelude as ReadableStream).text();
}

it('a part whose code does not come says so in its place, and the page around it stands', async () => {
  const Missing = lazy<object>(() => Promise.reject(new Error('no network')));
  const Part = lazy(async () => ({ default: () => 'Here' }));
  const page = createElement(Suspense, null, 'Page: ', createElement(Part, {}), createElement(Missing, {}));
  const { prelude } = await prerender(createElement(MantineProvider, null, page));
  const html = await new Response(prelude as ReadableStream).text();
  expect(html).toMatch(/Page: .*Here.*This didn’t load\..*Try again/);
});

it('a failure nobody saw is forgotten: whoever comes later has the code asked for anew', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  let tries = 0;
  const Part = lazy(async () => {
    tries += 1;
    if (tries === 1) throw new Error('no network');
    return { default: () => 'Here' };
  });
  expect(await drawn(Part)).toContain('This didn’t load.');
  vi.advanceTimersByTime(failureKeptMs);
  expect(await drawn(Part)).toContain('Here');
});

it('what fails as often beside a server that answers begins the page anew; beside one that is silent it does not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const reload = vi.fn();
  vi.stubGlobal('window', { location: { reload } });
  let ok = true;
  vi.stubGlobal('fetch', async () => ({ ok }));
  const Missing = lazy<object>(() => Promise.reject(new Error('no network')));
  const ask = async (): Promise<void> => {
    await drawn(Missing, () => undefined);
    vi.advanceTimersByTime(failureKeptMs);
  };
  await ask();
  await ask();
  ok = false;
  await ask();
  expect(reload).not.toHaveBeenCalled();
  ok = true;
  await ask();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('what is shown until a part comes may stay: then nothing else is said, and one lost request is asked for again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const fetchCode = vi.fn(async () => ({ default: () => 'Here' })).mockRejectedValueOnce(new Error('reset'));
  const page = drawn(lazy(fetchCode, [], 'stays'));
  await vi.advanceTimersByTimeAsync(failureKeptMs);
  expect(await page).toContain('Here');
});

it('what stays while no request gets through is asked for once the server is back', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const browser = new EventTarget();
  vi.stubGlobal('window', browser);
  const answers = vi.fn(async () => ({ ok: true })).mockResolvedValueOnce({ ok: false });
  vi.stubGlobal('fetch', answers);
  const fetchCode = vi.fn(async () => ({ default: () => 'Here' }));
  for (let i = 0; i < 3; i++) fetchCode.mockRejectedValueOnce(new Error('no network'));
  const page = drawn(lazy(fetchCode, [], 'stays'));
  await vi.advanceTimersByTimeAsync(2 * failureKeptMs);
  expect(answers).toHaveBeenCalledTimes(1);
  browser.dispatchEvent(new Event('online'));
  expect(await page).toContain('Here');
  expect(fetchCode).toHaveBeenCalledTimes(4);
});
