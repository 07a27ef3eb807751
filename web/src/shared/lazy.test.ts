import { MantineProvider } from '@mantine/core';
import { createElement, Suspense } from 'react';
import { prerender } from 'react-dom/static';
import { afterEach, expect, it, vi } from 'vitest';
import { failureKeptMs } from './code-when-wanted.ts';
import { lazy } from './lazy.tsx';

afterEach(() => vi.useRealTimers());

async function drawn(Part: ReturnType<typeof lazy>): Promise<string> {
  const page = createElement(MantineProvider, null, createElement(Suspense, null, createElement(Part, {})));
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
