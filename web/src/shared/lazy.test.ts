import { MantineProvider } from '@mantine/core';
import { createElement, Suspense } from 'react';
import { prerender } from 'react-dom/static';
import { afterEach, expect, it, vi } from 'vitest';
import { failureKeptMs } from './load-on-demand.ts';
import { lazy } from './lazy.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const health = (ok: boolean): Response => new Response(null, { status: ok ? 200 : 503 });

async function drawn(Part: ReturnType<typeof lazy>, onClose?: () => void): Promise<string> {
  const page = createElement(MantineProvider, null, createElement(Suspense, null, createElement(Part, { onClose })));
  return new Response((await prerender(page)).prelude as ReadableStream).text();
}

it('a part whose code does not load shows a failure, and the page around it stays', async () => {
  const Missing = lazy<object>(() => Promise.reject(new Error('no network')));
  const Part = lazy(async () => ({ default: () => 'Here' }));
  const page = createElement(Suspense, null, 'Page: ', createElement(Part, {}), createElement(Missing, {}));
  const { prelude } = await prerender(createElement(MantineProvider, null, page));
  const html = await new Response(prelude as ReadableStream).text();
  expect(html).toMatch(/Page: .*Here.*This didn’t load\..*Try again/);
});

it('a failure is forgotten after a while, and the next reader loads the code again', async () => {
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

it('the page is reloaded after repeated failures once the server answers, and not before', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const reload = vi.fn();
  vi.stubGlobal('window', { location: { reload } });
  let ok = true;
  vi.stubGlobal('fetch', async () => health(ok));
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

it('a lost request is repeated silently where the fallback may stay', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const fetchCode = vi.fn(async () => ({ default: () => 'Here' })).mockRejectedValueOnce(new Error('reset'));
  const page = drawn(lazy(fetchCode, [], 'stays'));
  await vi.advanceTimersByTimeAsync(failureKeptMs);
  expect(await page).toContain('Here');
});

it('the code is loaded once the server is back where the fallback stays', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const browser = new EventTarget();
  vi.stubGlobal('window', browser);
  const answers = vi.fn(async () => health(true)).mockResolvedValueOnce(health(false));
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
