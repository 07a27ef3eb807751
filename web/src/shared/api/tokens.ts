import { readStored, removeStored, writeStored } from './storage.ts';

/** Both tokens are stored locally, each under its own key. */
export const accessTokenKey = 'frontrow-access-token';
export const refreshTokenKey = 'frontrow-refresh-token';

export interface Tokens {
  access_token: string;
  refresh_token: string;
}

export const accessToken = (): string | null => readStored(accessTokenKey);
export const refreshToken = (): string | null => readStored(refreshTokenKey);

/** The claims of the stored access token, unverified; empty without a token. */
function claims(): { sub?: string; exp?: number } {
  const [, text = ''] = (accessToken() ?? '').split('.');
  try {
    return JSON.parse(atob(text.replaceAll('-', '+').replaceAll('_', '/'))) as object;
  } catch {
    return {};
  }
}

/** The account id of the stored access token; null without one. */
export const tokenOwner = (): number | null => Number(claims().sub) || null;

/** The stored access token, unless it has expired. */
export const freshToken = (now: number): string | null => ((claims().exp ?? 0) * 1000 > now ? accessToken() : null);

export function storeTokens(tokens: Tokens): void {
  writeStored(accessTokenKey, tokens.access_token);
  writeStored(refreshTokenKey, tokens.refresh_token);
}

export function clearTokens(): void {
  removeStored(accessTokenKey);
  removeStored(refreshTokenKey);
}
