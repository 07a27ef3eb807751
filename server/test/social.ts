import type { AnswerOf } from '@frontrow/contract/api.ts';
import { standInPath } from '../src/adapters/social-login/stand-in-social.ts';
import type { TestAnswer, TestApp } from './harness.ts';

/** The person says yes on the built-in provider's page: what the browser comes back with. */
export async function approveAtStandIn(
  app: Pick<TestApp, 'http'>,
  url: string,
  handle: string,
): Promise<{ code: string; state: string }> {
  const form = new URL(url).searchParams;
  form.set('handle', handle);
  form.set('decision', 'yes');
  const answer = await app.http.inject({
    method: 'POST',
    url: standInPath,
    headers: { 'content-type': 'application/x-www-form-urlencoded', host: new URL(url).host },
    payload: form.toString(),
  });
  if (answer.statusCode !== 303) throw new Error(`the page answered ${answer.statusCode}: ${answer.body}`);
  const back = new URL(String(answer.headers.location)).searchParams;
  return { code: back.get('code') ?? '', state: back.get('state') ?? '' };
}

/** "Continue with Instagram" as `handle`, up to the answer of the return. */
export async function continueWithInstagram(
  app: TestApp,
  handle: string,
): Promise<{ key: string; back: TestAnswer<AnswerOf<'POST /auth/social_return'>> }> {
  const { data } = await app.call('POST /auth/social');
  const back = await approveAtStandIn(app, data.url, handle);
  return { key: data.key, back: await app.call('POST /auth/social_return', { body: { key: data.key, ...back } }) };
}
