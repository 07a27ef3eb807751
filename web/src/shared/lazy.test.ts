import { MantineProvider } from '@mantine/core';
import { createElement, Suspense } from 'react';
import { prerender } from 'react-dom/static';
import { expect, it } from 'vitest';
import { lazy } from './lazy.tsx';

it('a part whose code does not come says so in its place, and the page around it stands', async () => {
  const Missing = lazy<object>(() => Promise.reject(new Error('no network')));
  const Part = lazy(async () => ({ default: () => 'Here' }));
  const page = createElement(Suspense, null, 'Page: ', createElement(Part, {}), createElement(Missing, {}));
  const { prelude } = await prerender(createElement(MantineProvider, null, page));
  const html = await new Response(prelude as ReadableStream).text();
  expect(html).toMatch(/Page: .*Here.*This didn’t load\..*Try again/);
});
