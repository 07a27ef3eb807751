import { refuse } from '@frontrow/core/refuse.ts';
import * as oauth from 'openid-client';
import type { Config } from '../../process/config.ts';
import type { Logger } from '../../ports/log.ts';
import type { SocialLogin } from '../../ports/social-login.ts';
import { failureOf, isPersonsRefusal, oauthClient, signInUrl, tradeCode, unexpectedStatus } from '../oauth-client.ts';
import { isOwnBug } from '../is-own-bug.ts';
import { socialPerson } from './social-person.ts';

const timeoutSeconds = 10;
const words = { provider: 'Instagram' };

/** A configured OAuth 2.0 provider: Instagram, or whatever the `INSTAGRAM_*_URL`s point to. */
export function oauthSocial({
  settings,
  log,
}: {
  settings: NonNullable<Config['instagram']>;
  log: Logger;
}): SocialLogin {
  const client = oauthClient(settings, { timeoutSeconds, readTokens: plainTokens });

  const profileOf = async (accessToken: string): Promise<Response> => {
    const answer = await oauth.fetchProtectedResource(client, accessToken, new URL(settings.profileUrl), 'GET');
    if (answer.status === 401 || answer.status === 403) throw refuse('social_refused', words);
    if (!answer.ok) throw unexpectedStatus('the profile', answer);
    return answer;
  };

  return {
    provider: 'instagram',
    name: 'Instagram',

    signInUrl: (request) => signInUrl(client, request, settings.scope),

    async person(back) {
      try {
        const tokens = await tradeCode(client, back);
        const answer = await profileOf(tokens.access_token);
        const found = socialPerson(await answer.json());
        if (!found) log.warn({ provider: new URL(settings.profileUrl).host }, 'a social profile has no usable id');
        if (!found) throw refuse('social_refused', words);
        return found;
      } catch (error) {
        if (isOwnBug(error)) throw error;
        if (isNo(error)) throw refuse('social_refused', words);
        log.warn({ provider: new URL(settings.tokenUrl).host, ...failureOf(error) }, 'the social provider failed');
        throw refuse('social_unavailable', words);
      }
    },
  };
}

const isNo = (error: unknown): boolean =>
  isPersonsRefusal(error) || (error as { code?: string }).code === 'social_refused';

/**
 * Instagram's token answer has no `token_type`, may be the first of a `data` list, and its errors are not OAuth's;
 * others answer an error with status 200. All are brought into the standard's shape here. An ID token is left out,
 * because the profile is asked with the access token.
 */
async function plainTokens(answer: Response): Promise<Response> {
  if (answer.status >= 500) return answer;
  const body = (await answer.json().catch(() => null)) as Record<string, unknown> | null;
  const error = typeof body?.['error'] === 'string' ? body['error'] : undefined;
  if (!answer.ok || error !== undefined)
    return Response.json({ error: error ?? 'invalid_grant' }, { status: answer.ok ? 400 : answer.status });
  const list: unknown = body?.['data'];
  const tokens = (Array.isArray(list) ? list[0] : body) as Record<string, unknown> | null | undefined;
  return Response.json({ access_token: tokens?.['access_token'], token_type: tokens?.['token_type'] ?? 'bearer' });
}
