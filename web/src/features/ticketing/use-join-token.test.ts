import { createElement, Suspense, use } from 'react';
import { prerender } from 'react-dom/static';
import { afterEach, expect, it, vi } from 'vitest';
import { useJoinToken } from './use-join-token.ts';

afterEach(() => vi.unstubAllGlobals());

it('a page that is begun twice has its token both times', async () => {
  const token = 'a-token-of-twenty-signs';
  const location = { hash: `#token=${token}`, pathname: '/ticket/join/1' };
  vi.stubGlobal('window', { location, history: { state: null, replaceState: () => (location.hash = '') } });
  const code = Promise.withResolvers<void>();
  const tokens: (string | null)[] = [];
  function Page() {
    tokens.push(useJoinToken());
    use(code.promise);
    return null;
  }
  const page = prerender(createElement(Suspense, null, createElement(Page)));
  await vi.waitFor(() => expect(tokens).toHaveLength(1));
  code.resolve();
  await page;
  expect(tokens).toEqual([token, token]);
});
