import { connect } from 'node:net';
import { api, type CallName } from '@frontrow/contract/api.ts';
import type { Endpoint } from '@frontrow/contract/kernel/endpoint.ts';
import { accessTokenHeader } from '@frontrow/contract/kernel/headers.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { newHost } from '../../../test/actors.ts';
import { type TestApp, testApp } from '../../../test/harness.ts';
import { listening } from '../../../test/live-socket.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());

/** The calls that need nothing from their body. */
const asksNothing = (Object.keys(api) as CallName[]).filter((call) => {
  const { body }: Endpoint = api[call];
  return call.startsWith('POST ') && body !== undefined && z.safeParse(body, {}).success;
});
const addressOf = (call: CallName): string =>
  `/api${call.slice('POST '.length).replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000')}`;

test('the calls that need nothing include those whose payload the specification gives as none', () => {
  expect(asksNothing).toEqual(
    expect.arrayContaining([
      'POST /auth/rally',
      'POST /auth/siwe_nonce',
      'POST /auth/logout',
      'POST /user/influencer_request',
    ]),
  );
});

test.each(asksNothing)('%s answers the same without a body as with an empty object', async (call) => {
  const ask = async (headers: Record<string, string>, payload?: string): Promise<unknown> => {
    const { token } = await newHost(app);
    const answer = await app.http.inject({
      method: 'POST',
      url: addressOf(call),
      headers: { [accessTokenHeader]: token, ...headers },
      ...(payload !== undefined && { payload }),
    });
    return [answer.statusCode, answer.json<{ errors?: { code: string }[] }>().errors?.map(({ code }) => code)];
  };
  const json = { 'content-type': 'application/json' };
  const expected = await ask(json, '{}');
  expect(await ask({})).toEqual(expected);
  expect(await ask(json)).toEqual(expected);
  expect(await ask(json, '')).toEqual(expected);
  expect(await ask({ 'content-length': '0' })).toEqual(expected);
  // As `curl --data ''` sends it.
  expect(await ask({ 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' })).toEqual(expected);
});

test('a chunked body that turns out to be empty counts as none', async () => {
  const { token } = await newHost(app);
  const { hostname, port } = new URL(await listening(app));
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(
        `POST /api/auth/rally HTTP/1.1\r\nhost: x\r\n${accessTokenHeader}: ${token}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
      ),
    );
    socket.once('data', (bytes) => {
      resolve(String(bytes));
      socket.destroy();
    });
    socket.once('error', reject);
  });
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});

test('a call that needs something names what is missing in an empty body', async () => {
  const answer = await app.http.inject({ method: 'POST', url: '/api/auth/login' });
  const { errors } = answer.json<{ errors: { code: string; field?: string }[] }>();
  expect(answer.statusCode).toBe(400);
  expect(errors.map(({ field }) => field)).toEqual(['email', 'password']);
});

test.each(['null', '[]', '"x"', '1'])('a body that is no object is still refused: %s', async (payload) => {
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/auth/rally',
    headers: { 'content-type': 'application/json', [accessTokenHeader]: (await newHost(app)).token },
    payload,
  });
  expect([answer.statusCode, answer.json().errors[0].code]).toEqual([400, 'bad_input']);
});
