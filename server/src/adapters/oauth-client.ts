import * as oauth from 'openid-client';

/** Where a configured OAuth 2.0 provider is, and who we are there. */
export interface OAuthSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
}

/** One request to a provider, from the sign-in to the code. */
export interface OAuthRequest {
  readonly state: string;
  readonly codeVerifier: string;
  readonly returnUrl: string;
}

interface ClientOptions {
  readonly timeoutSeconds: number;
  /** Brings the provider's answer at `tokenUrl` into the standard's shape. */
  readonly readTokens: (answer: Response) => Promise<Response>;
}

export function oauthClient(
  settings: OAuthSettings,
  { timeoutSeconds, readTokens }: ClientOptions,
): oauth.Configuration {
  const client = new oauth.Configuration(
    {
      issuer: new URL(settings.tokenUrl).origin,
      authorization_endpoint: settings.authorizeUrl,
      token_endpoint: settings.tokenUrl,
    },
    settings.clientId,
    undefined,
    oauth.ClientSecretPost(settings.clientSecret),
  );
  client.timeout = timeoutSeconds;
  client[oauth.customFetch] = async (url, options) => {
    const answer = await fetch(url, options as RequestInit);
    return url === new URL(settings.tokenUrl).href ? readTokens(answer) : answer;
  };
  // Only an address of this machine may be plain http; the configuration refuses any other.
  // eslint-disable-next-line no-deprecated
  if (settings.tokenUrl.startsWith('http:')) oauth.allowInsecureRequests(client);
  return client;
}

/** Where people sign in: authorization code with PKCE. */
export async function signInUrl(client: oauth.Configuration, request: OAuthRequest, scope?: string): Promise<string> {
  return oauth.buildAuthorizationUrl(client, {
    redirect_uri: request.returnUrl,
    ...(scope !== undefined && { scope }),
    state: request.state,
    code_challenge: await oauth.calculatePKCECodeChallenge(request.codeVerifier),
    code_challenge_method: 'S256',
  }).href;
}

/** Trades the code that a request came back with for tokens. Throws what `openid-client` throws. */
export function tradeCode(
  client: oauth.Configuration,
  { code, state, codeVerifier, returnUrl }: OAuthRequest & { readonly code: string },
): Promise<oauth.TokenEndpointResponse> {
  const back = new URL(returnUrl);
  back.search = new URLSearchParams({ code, state }).toString();
  return oauth.authorizationCodeGrant(client, back, { pkceCodeVerifier: codeVerifier, expectedState: state });
}

const tooManyRequests = 429;
/** Errors of the token endpoint that speak of our settings or of the provider itself, never of the person. */
const notThePerson = new Set([
  'invalid_client',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
  'incorrect_client_credentials',
  'redirect_uri_mismatch',
  'server_error',
  'temporarily_unavailable',
  'slow_down',
]);

/**
 * Whether the provider refused this person or code. An outage, a limit on calls and a wrong client secret are faults of
 * the provider or of the operator, and trying again later may help.
 */
export function isPersonsRefusal(error: unknown): boolean {
  if (error instanceof oauth.ResponseBodyError)
    return error.status < 500 && error.status !== tooManyRequests && !notThePerson.has(error.error);
  return error instanceof oauth.WWWAuthenticateChallengeError && (error.status === 401 || error.status === 403);
}

/**
 * What an operator needs to know of a failure. The words of an answer are left out: they may hold a code or a person.
 */
export function failureOf(error: unknown): { error?: string; code?: unknown; status?: unknown; reason?: string } {
  const { name, code, status } = error as { name?: string; code?: unknown; status?: unknown };
  return { error: name, code, status, ...(error instanceof oauth.ResponseBodyError && { reason: error.error }) };
}

/** An answer with an unexpected status, for `failureOf`. */
export const unexpectedStatus = (what: string, { status }: Response): Error =>
  Object.assign(new Error(`${what} was answered with ${status}`), { status });
