import { createHash } from 'node:crypto';
import { minutes } from '@frontrow/core/kernel/instant.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import * as oauth from 'openid-client';
import type { Clock } from '../../ports/clock.ts';
import type { Logger } from '../../ports/log.ts';
import type { SocialLogin, SocialPerson } from '../../ports/social-login.ts';
import type { Config } from '../../process/config.ts';
import { failureOf, isPersonsRefusal, signInUrl } from '../oauth-client.ts';
import { isOwnBug } from '../is-own-bug.ts';
import { socialPerson } from './social-person.ts';

const timeoutSeconds = 10;
/** How long the provider's description of itself is kept. Its keys are read with each sign-in: they may be rotated. */
const describedMs = minutes(10);
const scope = 'openid profile';

type Settings = NonNullable<Config['openId']>;

/** Ties the ID token to this request. The verifier never leaves the server, and no one can guess it from the nonce. */
const nonceOf = (codeVerifier: string): string =>
  createHash('sha256').update(`nonce ${codeVerifier}`).digest('base64url');

/** Any provider of OpenID Connect, found by discovery at its issuer. */
export function openIdLogin({ settings, log, clock }: { settings: Settings; log: Logger; clock: Clock }): SocialLogin {
  const { clientId, clientSecret, issuer, name } = settings;
  const words = { provider: name };
  const secretBy = (metadata: oauth.ServerMetadata): oauth.ClientAuth => {
    const methods = metadata.token_endpoint_auth_methods_supported;
    const isBasic = !methods || methods.includes('client_secret_basic');
    return isBasic ? oauth.ClientSecretBasic(clientSecret) : oauth.ClientSecretPost(clientSecret);
  };
  // Only an address of this machine may be plain http; the configuration refuses any other. Discovery looks for this
  // very function.
  // oxlint-disable-next-line typescript/no-deprecated -- marked as deprecated to discourage its use in production
  const insecure = issuer.startsWith('http:') ? [oauth.allowInsecureRequests] : [];

  let described: { metadata: oauth.ServerMetadata; at: number } | undefined;
  const describe = async (): Promise<oauth.ServerMetadata> => {
    if (described && clock.now() - described.at < describedMs) return described.metadata;
    const found = await oauth.discovery(new URL(issuer), clientId, undefined, oauth.ClientSecretBasic(clientSecret), {
      timeout: timeoutSeconds,
      execute: insecure,
    });
    described = { metadata: found.serverMetadata(), at: clock.now() };
    return described.metadata;
  };
  const clientOf = async (): Promise<oauth.Configuration> => {
    const metadata = await describe();
    const client = new oauth.Configuration(
      { ...metadata },
      clientId,
      { [oauth.clockTolerance]: clockToleranceSeconds },
      secretBy(metadata),
    );
    client.timeout = timeoutSeconds;
    // oxlint-disable-next-line typescript/no-deprecated -- as above
    for (const allow of insecure) allow(client);
    // The signature counts, not only the connection.
    oauth.enableNonRepudiationChecks(client);
    return client;
  };

  const failed = (error: unknown): Error => {
    if (isOwnBug(error)) return error as Error;
    if (isPersonsRefusal(error)) return refuse('social_refused', words);
    log.warn({ provider: new URL(issuer).host, ...failureOf(error) }, 'the OpenID provider failed');
    const { code } = error as { code?: string };
    if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return refuse('social_clock_wrong', words);
    return refuse(unverifiable.has(code ?? '') ? 'social_unverified' : 'social_unavailable', words);
  };

  return {
    name,
    provider: `openid:${issuer}`,

    async signInUrl(request) {
      try {
        const url = new URL(await signInUrl(await clientOf(), request, scope));
        url.searchParams.set('nonce', nonceOf(request.codeVerifier));
        return url.href;
      } catch (error) {
        throw failed(error);
      }
    },

    async person({ code, state, codeVerifier, returnUrl, iss }) {
      try {
        const client = await clientOf();
        const back = new URL(returnUrl);
        back.search = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }).toString();
        const tokens = await oauth.authorizationCodeGrant(client, back, {
          pkceCodeVerifier: codeVerifier,
          expectedState: state,
          expectedNonce: nonceOf(codeVerifier),
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        const found = claims && socialPerson({ ...(await namesOf(client, tokens, claims.sub)), ...claims });
        if (!found) throw refuse('social_refused', words);
        return found;
      } catch (error) {
        throw (error as { code?: string }).code === 'social_refused' ? error : failed(error);
      }
    },
  };

  /** Names only fill in a form: a provider that does not tell them is no reason to refuse the person. */
  async function namesOf(
    client: oauth.Configuration,
    { access_token: token }: oauth.TokenEndpointResponse,
    subject: string,
  ): Promise<Partial<SocialPerson>> {
    if (!client.serverMetadata().userinfo_endpoint) return {};
    return oauth.fetchUserInfo(client, token, subject).catch((error: unknown) => {
      log.warn({ provider: new URL(issuer).host, ...failureOf(error) }, 'the OpenID provider told no names');
      return {};
    });
  }
}

const clockToleranceSeconds = 30;

/** What a provider answered does not fit its issuer, this client or this request, or its signature is wrong. */
const unverifiable = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
]);
