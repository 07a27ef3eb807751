import { randomUUID } from 'node:crypto';
import { publicToken } from '@frontrow/contract/kernel/headers.ts';
import { AccessToken as VideoToken } from 'livekit-server-sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newGuest, newViewer, signToken, type TestActor } from '../../../test/actors.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { deriveKey } from '../../keys.ts';

let app: TestApp;
let viewer: TestActor;
let guest: TestActor;
beforeAll(async () => {
  app = await testApp();
  viewer = await newViewer(app);
  guest = await newGuest(app, randomUUID());
});
afterAll(() => app.close());

const profile = (token: string | undefined) =>
  app.http.inject({
    method: 'GET',
    url: '/api/user/profile',
    headers: token === undefined ? {} : { 'access-token': token },
  });
const publicCall = (token: string) =>
  app.http.inject({ method: 'GET', url: '/api/client_config', headers: { 'access-token': token } });

test('a valid token is accepted', async () => {
  expect((await profile(viewer.token)).statusCode).toBe(200);
  expect((await profile(guest.token)).statusCode).toBe(200);
});

test('without a token, and with the public token, the caller is anonymous', async () => {
  for (const token of [undefined, publicToken]) {
    const answer = await profile(token);
    expect(answer.statusCode).toBe(401);
    expect(answer.json().errors[0].code).toBe('login_required');
  }
});

const key = (): Uint8Array => deriveKey(app.kit.config.secret, 'access-token');
const now = (): number => Math.floor(app.clock.now() / 1000);
const header = { alg: 'HS256', typ: 'at+jwt' };
const claims = (changed: object = {}): object => ({
  sub: String(viewer.id),
  sid: randomUUID(),
  sv: 0,
  iss: 'frontrow',
  aud: 'frontrow-api',
  iat: now(),
  exp: now() + 600,
  ...changed,
});
const signed = (changed: object = {}, changedHeader: object = {}, withKey = key(), hash = 'sha256'): string =>
  signToken(withKey, { ...header, ...changedHeader }, claims(changed), hash);
const without = (...names: string[]): string =>
  signToken(key(), header, Object.fromEntries(Object.entries(claims()).filter(([name]) => !names.includes(name))));
const parts = (): [string, string, string] => signed().split('.') as [string, string, string];
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

test('a shared lookup tells accounts apart, also within one session, and finds no erased account', async () => {
  const other = await newViewer(app);
  const sid = randomUUID();
  const tokens = [signed({ sid }), signed({ sub: '999999' }), signed({ sid, sub: String(other.id) })];
  const together = await Promise.all(tokens.map(profile));
  expect(together.map(({ statusCode }) => statusCode)).toEqual([200, 401, 200]);
  const idOf = (answer: (typeof together)[number] | undefined) => answer?.json().data.user_ide;
  expect([together[0], together[2]].map(idOf)).toEqual([viewer.id, other.id]);
  expect([await profile(tokens[0]), await profile(tokens[2])].map(idOf)).toEqual([viewer.id, other.id]);
});

const wrongTokens: Record<string, () => string | Promise<string>> = {
  empty: () => '',
  'a word': () => 'token',
  'two dots': () => '..',
  'alg none, no signature': () => `${encode({ alg: 'none', typ: 'at+jwt' })}.${encode(claims())}.`,
  'alg None, no signature': () => `${encode({ alg: 'None', typ: 'at+jwt' })}.${encode(claims())}.`,
  'alg none, signed': () => signed({}, { alg: 'none' }),
  'alg HS384': () => signed({}, { alg: 'HS384' }, key(), 'sha384'),
  'alg HS512': () => signed({}, { alg: 'HS512' }, key(), 'sha512'),
  'alg RS256 over our secret': () => signed({}, { alg: 'RS256' }),
  'alg ES256': () => signed({}, { alg: 'ES256' }),
  'alg missing': () => signToken(key(), { typ: 'at+jwt' }, claims()),
  'alg in lower case': () => signed({}, { alg: 'hs256' }),
  'another key': () => signed({}, {}, deriveKey('another secret of more than 32 characters', 'access-token')),
  'a key of another purpose': () => signed({}, {}, deriveKey(app.kit.config.secret, 'refresh-token')),
  'the raw secret as key': () => signed({}, {}, new TextEncoder().encode(app.kit.config.secret)),
  'an empty key': () => signed({}, {}, new Uint8Array()),
  'typ JWT': () => signed({}, { typ: 'JWT' }),
  'typ missing': () => signToken(key(), { alg: 'HS256' }, claims()),
  'unknown crit': () => signed({}, { crit: ['exp'], exp: 1 }),
  'b64 false': () => signed({}, { crit: ['b64'], b64: false }),
  'wrong issuer': () => signed({ iss: 'somebody' }),
  'no issuer': () => without('iss'),
  'wrong audience': () => signed({ aud: 'frontrow-web' }),
  'no audience': () => without('aud'),
  expired: () => signed({ iat: now() - 700, exp: now() - 100 }),
  'expired two seconds ago': () => signed({ iat: now() - 602, exp: now() - 2 }),
  'no expiry': () => without('exp'),
  'expiry as text': () => signed({ exp: String(now() + 600) }),
  'minted long ago for long': () => signed({ iat: now() - 3600, exp: now() + 3600 }),
  'no issue time': () => without('iat'),
  'issued in the future': () => signed({ iat: now() + 300, exp: now() + 900 }),
  'not valid yet': () => signed({ nbf: now() + 300 }),
  'no subject': () => without('sub'),
  'subject as number': () => signed({ sub: viewer.id }),
  'subject not a number': () => signed({ sub: `${viewer.id} OR 1=1` }),
  'subject nobody': () => signed({ sub: '999999999' }),
  'subject zero': () => signed({ sub: '0' }),
  'no session': () => without('sid'),
  'session not a uuid': () => signed({ sid: 'x' }),
  'no session version': () => without('sv'),
  'older session version': () => signed({ sv: -1 }),
  'session version as text': () => signed({ sv: '0' }),
  'event not a uuid': () => signed({ evt: 'all' }),
  'a guest without event': () => signed({ sub: String(guest.id) }),
  truncated: () => signed().slice(0, -1),
  'without signature': () => parts().slice(0, 2).join('.'),
  'signature of another token': () => `${parts()[0]}.${encode(claims({ sub: '1' }))}.${parts()[2]}`,
  'one more part': () => `${signed()}.x`,
  'a space inside': () => signed().replace('.', ' .'),
  'bearer prefix': () => `Bearer ${signed()}`,
  twice: () => `${signed()}, ${signed()}`,
  'payload not json': () =>
    signToken(key(), header, claims()).replace(/\.[^.]+\./, `.${Buffer.from('no json').toString('base64url')}.`),
  'public token with more': () => `${publicToken}x`,
  'public token of another version': () => 'frontrow-public-0.1.8',
  'far too long': () => signed({ pad: 'x'.repeat(2000) }),
  'of the video engine': () => new VideoToken('devkey', app.kit.config.secret, { identity: `u:${viewer.id}` }).toJwt(),
};

test.each(Object.keys(wrongTokens))('a wrong token ends the session in words: %s', async (name) => {
  const token = await wrongTokens[name]!();
  for (const answer of [await profile(token), await publicCall(token)]) {
    expect(answer.statusCode).toBe(401);
    expect(answer.json().errors).toEqual([
      { message: 'Your session has ended. Please log in again.', code: 'token_invalid' },
    ]);
  }
});

test('at least 40 wrong tokens are tried', () => expect(Object.keys(wrongTokens).length).toBeGreaterThanOrEqual(40));
