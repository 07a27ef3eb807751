import { api } from '@frontrow/contract/api.ts';
import type { Endpoint } from '@frontrow/contract/kernel/endpoint.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../test/harness.ts';

interface Described {
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { schema: { properties?: Readonly<Record<string, object>> } }>>;
  };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: object }>> }>>;
}

let app: TestApp;
let described: (call: string) => Described;
beforeAll(async () => {
  app = await testApp();
  const { paths } = (await app.http.inject('/api/openapi.json')).json<{
    paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  }>();
  described = (call) => {
    const [method, path] = call.split(' ') as [string, string];
    const found = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    if (!found) throw new Error(`${call} is not described`);
    return found;
  };
});
afterAll(() => app.close());

const calls = Object.entries(api as Record<string, Endpoint>);

const contentsOf = (call: string, status: string): object => described(call).responses[status]?.content ?? {};

test('a file is described as what is sent, with the media type it has', () => {
  const files = calls.filter(([, { file }]) => file);
  expect(files.map(([call]) => [call, contentsOf(call, '200')])).toEqual(
    files.map(([call, { file }]) => [call, { [file!]: { schema: { type: 'string', format: 'binary' } } }]),
  );
});

test.each(['4XX', '5XX'])('a refusal of any call is described as JSON, of files too (%s)', (status) => {
  const otherwise = calls.filter(([call]) => Object.keys(contentsOf(call, status)).join() !== 'application/json');
  expect(otherwise.map(([call]) => call)).toEqual([]);
});

test('what a body may have is described as something: a field that is never taken is not named', () => {
  const fieldsOf = (call: string): [string, object][] =>
    Object.values(described(call).requestBody?.content ?? {}).flatMap(({ schema }) =>
      Object.entries(schema.properties ?? {}),
    );
  const anything = calls.flatMap(([call]) =>
    fieldsOf(call)
      .filter(([, schema]) => Object.keys(schema).length === 0)
      .map(([field]) => `${call} ${field}`),
  );
  expect(anything).toEqual([]);
});
