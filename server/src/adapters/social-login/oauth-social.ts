import { refuse } from '@frontrow/core/refuse.ts';
import * as oauth from 'openid-client';
import { z } from 'zod';
import type { Config } from '../../process/config.ts';
import type { SocialLogin } from '../../ports/social-login.ts';
import { oauthClient, signInUrl, tradeCode } from '../oauth-client.ts';

const timeoutSeconds = 10;

/** Profiles as Instagram and as OpenID providers write them. */
const profile = z.object({
  user_id: z.coerce.string().optional(),
  id: z.coerce.string().optional(),
  sub: z.string().optional(),
  username: z.string().optional(),
  preferred_username: z.string().optional(),
  name: z.string().optional(),
});

/** A configured OAuth 2.0 provider: Instagram, or whatever the `INSTAGRAM_*_URL`s point to. */
export function oauthSocial({ settings }: { settings: NonNullable<Config['instagram']> }): SocialLogin {
  const client = oauthClient(settings, { timeoutSeconds, readTokens: plainTokens });

  return {
    provider: 'instagram',

    signInUrl: (trip) => signInUrl(client, trip, settings.scope),

    async person(back) {
      try {
        const tokens = await tradeCode(client, back);
        const answer = await oauth.fetchProtectedResource(
          client,
          tokens.access_token,
          new URL(settings.profileUrl),
          'GET',
        );
        const found = profile.parse(await answer.json());
        const subject = found.user_id ?? found.id ?? found.sub;
        if (!answer.ok || !subject) throw refuse('social_refused');
        return { subject, handle: found.username ?? found.preferred_username ?? '', name: found.name ?? '' };
      } catch (error) {
        throw isNo(error) ? refuse('social_refused') : refuse('social_unavailable');
      }
    },
  };
}

const isNo = (error: unknown): boolean =>
  error instanceof oauth.ResponseBodyError ||
  error instanceof oauth.WWWAuthenticateChallengeError ||
  (error as { code?: string }).code === 'social_refused';

/**
 * Instagram's token answer has no `token_type`, may lie in a `data` list, and its errors are not OAuth's: brought
 * into the standard's shape here. An ID token is left out: the profile is asked with the access token.
 */
async function plainTokens(answer: Response): Promise<Response> {
  const body = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
  const tokens = (Array.isArray(body['data']) ? body['data'][0] : body) as Record<string, unknown>;
  const said = answer.ok
    ? { access_token: tokens['access_token'], token_type: tokens['token_type'] ?? 'bearer' }
    : { error: typeof body['error'] === 'string' ? body['error'] : 'invalid_grant' };
  return Response.json(said, { status: answer.ok ? 200 : answer.status });
}
