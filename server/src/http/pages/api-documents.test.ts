import { expect, test } from 'vitest';
import { testApp } from '../../../test/harness.ts';

const pathsOf = async (app: Awaited<ReturnType<typeof testApp>>): Promise<string[]> =>
  Object.keys((await app.http.inject('/api/openapi.json')).json<{ paths: object }>().paths);

test('a second app of the process describes the same calls, in the same bytes', async () => {
  const [first, second] = [await testApp(), await testApp()];
  for (const url of ['/api/openapi.json', '/api/docs/yaml']) {
    const [one, other] = [await first.http.inject(url), await second.http.inject(url)];
    expect(one.statusCode).toBe(200);
    expect(other.body).toBe(one.body);
    expect(other.headers['etag']).toBe(one.headers['etag']);
  }
  expect((await pathsOf(second)).length).toBeGreaterThan(100);
  await first.close();
  await second.close();
});
