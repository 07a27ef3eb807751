import { readStored, removeStored, writeStored } from './storage.ts';

/** Both tokens are stored locally under two keys (spec §3). */
export const accessTokenKey = 'frontrow-access-token';
export const refreshTokenKey = 'frontrow-refresh-token';

export interface Tokens {
  access_token: string;
  refresh_token: string;
}

export const accessToken = (): string | null => readStored(accessTokenKey);
export const refreshToken = (): string | null => readStored(refreshTokenKey);

/** Whose the stored access token is, as it says itself; null where there is none. */
export function tokenOwner(): number | null {
  const [, claims = ''] = (accessToken() ?? '').split('.');
  try {
    const { sub } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { sub: string };
    return Number(sub) || null;
  } catch {
    return null;
  }
}

export function storeTokens(tokens: Tokens): void {
  writeStored(accessTokenKey, tokens.access_token);
  writeStored(refreshTokenKey, tokens.refresh_token);
}

export function clearTokens(): void {
  removeStored(accessTokenKey);
  removeStored(refreshTokenKey);
}
