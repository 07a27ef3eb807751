import { createElement, Suspense, use } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { expect, it } from 'vitest';
import { eventually } from '#web/shared/test/eventually.ts';
import { useJoinToken } from './join-link.ts';

it('a page that React mounts twice has the token both times', async () => {
  const token = 'a-token-of-thirty-two-characters';
  const code = Promise.withResolvers<void>();
  const tokens: (string | null)[] = [];
  function Page() {
    tokens.push(useJoinToken());
    use(code.promise);
    return null;
  }
  const location = `/ticket/join/1#token=${token}`;
  const page = prerender(createElement(StaticRouter, { location }, createElement(Suspense, null, createElement(Page))));
  await eventually(() => expect(tokens).toHaveLength(1));
  code.resolve();
  await page;
  expect(tokens).toEqual([token, token]);
});

it('a link that an email program cut off is incomplete, not used', async () => {
  const tokens: (string | null)[] = [];
  function Page() {
    tokens.push(useJoinToken());
    return null;
  }
  const location = '/ticket/join/1#token=a-token-of-thirty-two-char';
  await prerender(createElement(StaticRouter, { location }, createElement(Page)));
  expect(tokens).toEqual([null]);
});
