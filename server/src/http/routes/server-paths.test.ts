import { serverPaths } from '@frontrow/contract/kernel/server-paths.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { routerPaths } from '../../../test/router-paths.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({
    overrides: { walletPasses: { apple: { close: () => undefined } as never, google: undefined } },
  });
});
afterAll(() => app.close());

/** Sockets, which Vite forwards by other entries, and the wildcard of `/media/`, printed without its folder. */
const apart = /^(\/livekit\/|\*$)/;

test('npm run dev forwards every path that the server answers itself', () => {
  const patterns = serverPaths.map((pattern) => new RegExp(pattern));
  const paths = routerPaths(app.http).flatMap(({ path }) => (apart.test(path) ? [] : [path]));
  expect(paths.length).toBeGreaterThan(300);
  expect(paths.filter((path) => !patterns.some((pattern) => pattern.test(path)))).toEqual([]);
  expect(serverPaths.filter((pattern) => !paths.some((path) => new RegExp(pattern).test(path)))).toEqual(['^/media/']);
});
