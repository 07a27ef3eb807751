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

/** What the stored access token says itself; nothing where there is none. */
function claims(): { sub?: string; exp?: number } {
  const [, text = ''] = (accessToken() ?? '').split('.');
  try {
    return JSON.parse(atob(text.replaceAll('-', '+').replaceAll('_', '/'))) as object;
  } catch {
    return {};
  }
}

/** Whose the stored access token is; null where there is none. */
export const tokenOwner = (): number | null => Number(claims().sub) || null;

/** The stored access token, unless its time is over by the reader's clock. */
export const freshToken = (now: number): string | null => ((claims().exp ?? 0) * 1000 > now ? accessToken() : null);

export function storeTokens(tokens: Tokens): void {
  writeStored(accessTokenKey, tokens.access_token);
  writeStored(refreshTokenKey, tokens.refresh_token);
}

export function clearTokens(): void {
  removeStored(accessTokenKey);
  removeStored(refreshTokenKey);
}
