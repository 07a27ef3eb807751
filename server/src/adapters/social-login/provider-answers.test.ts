import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FakeInstagram, startFakeInstagram } from '../../../test/fake-instagram.ts';
import type { SocialLogin } from '../../ports/social-login.ts';
import { silentLog } from '../../ports/log.ts';
import { oauthSocial } from './oauth-social.ts';

let instagram: FakeInstagram;
let social: SocialLogin;
beforeAll(async () => {
  instagram = await startFakeInstagram();
  social = oauthSocial({ settings: instagram.settings, log: silentLog });
});
afterAll(() => instagram.close());

const request = { state: 's', codeVerifier: 'v'.repeat(50), returnUrl: 'http://localhost:3000/social_login' };
/** The person of this profile, or the code of the refusal. */
const personOf = async (profile: string) => {
  const code = instagram.approveProfile(await social.signInUrl(request), profile);
  return social.person({ ...request, code }).catch((error: { code?: string }) => error.code);
};

describe('the id of a profile', () => {
  test.each([
    ['text', '{"id":"17841405822304914"}', '17841405822304914'],
    ['a number that JSON carries exactly', '{"user_id":9007199254740991}', '9007199254740991'],
    ['OpenID Connect’s', '{"sub":"248289761001"}', '248289761001'],
    ['the one that is not null', '{"user_id":null,"id":null,"sub":"a|1"}', 'a|1'],
  ])('the id of a profile is taken when it is %s', async (_kind, profile, subject) =>
    expect(await personOf(profile)).toMatchObject({ subject }),
  );

  test.each([
    ['null', '{"id":null}'],
    ['missing', '{"username":"ada"}'],
    ['a number that was rounded to its neighbor', '{"id":9007199254740993}'],
    ['a long number that was rounded', '{"user_id":17841405822304914}'],
    ['a rounded number, although another id is text', '{"user_id":17841405822304914,"id":"5"}'],
    ['a fraction', '{"id":1.5}'],
    ['zero', '{"id":0}'],
    ['true', '{"id":true}'],
    ['an object', '{"id":{"value":"1"}}'],
    ['a list', '{"id":["1"]}'],
    ['empty', '{"id":""}'],
    ['blank', '{"id":"  "}'],
    ['text that the database cannot hold', String.raw`{"id":"a\u0000b"}`],
    ['half a character', String.raw`{"id":"\ud800"}`],
    ['longer than any provider’s', JSON.stringify({ id: 'x'.repeat(256) })],
    ['in a list of people', '[{"id":"1"}]'],
    ['in no object', 'null'],
  ])('the id of a profile signs nobody in when it is %s', async (_kind, profile) =>
    expect(await personOf(profile)).toBe('social_refused'),
  );
});

test.each([
  ['null', '{"id":"1","username":null,"name":null}', '', ''],
  ['of another kind', '{"id":"1","username":5,"name":{"first":"Ada"}}', '', ''],
  [
    'full of control characters',
    String.raw`{"id":"1","username":"a\u0000da","name":"Ada\nLind\ud83d"}`,
    'a da',
    'Ada Lind�',
  ],
  ['only OpenID Connect’s', '{"sub":"1","username":null,"preferred_username":"ada"}', 'ada', ''],
])('names that are %s do not stop a sign-in', async (_kind, profile, handle, name) =>
  expect(await personOf(profile)).toEqual({ subject: '1', handle, name }),
);

describe('an answer that is', () => {
  const error = (code: string) => JSON.stringify({ error: code });
  test.each([
    ['token', 400, error('invalid_grant'), 'social_refused'],
    ['token', 200, error('bad_verification_code'), 'social_refused'],
    ['token', 400, '{"error_type":"OAuthException","code":400}', 'social_refused'],
    ['token', 401, error('invalid_client'), 'social_unavailable'],
    ['token', 200, error('incorrect_client_credentials'), 'social_unavailable'],
    ['token', 429, '', 'social_unavailable'],
    ['token', 429, error('invalid_grant'), 'social_unavailable'],
    ['token', 500, error('server_error'), 'social_unavailable'],
    ['token', 503, '<html>', 'social_unavailable'],
    ['token', 200, 'null', 'social_unavailable'],
    ['token', 200, '{"data":[null]}', 'social_unavailable'],
    ['profile', 401, '{}', 'social_refused'],
    ['profile', 403, '', 'social_refused'],
    ['profile', 429, '{"id":"1"}', 'social_unavailable'],
    ['profile', 500, '{"id":"1"}', 'social_unavailable'],
    ['profile', 404, '', 'social_unavailable'],
    ['profile', 200, '<html>', 'social_unavailable'],
  ] as const)('%s %i %s is %s', async (place, status, body, refusal) => {
    const code = instagram.approveProfile(await social.signInUrl(request), '{"id":"1"}');
    instagram.answers = { [place]: { status, body } };
    const answer = await social.person({ ...request, code }).catch((no: { code?: string }) => no.code);
    instagram.answers = {};
    expect(answer).toBe(refusal);
  });
});
