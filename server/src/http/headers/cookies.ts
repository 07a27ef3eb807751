import type { Config } from '../../process/config.ts';

/** What one cookie is called, how it is set and read. */
export interface Cookie {
  /** The `set-cookie` header that stores this value in the browser. */
  set(value: string): string;
  /** The value in a `cookie` header. */
  read(header: string | undefined): string | undefined;
}

export interface CookieOptions {
  readonly name: string;
  readonly keptMs: number;
  readonly sameSite: 'Strict' | 'Lax';
  /** A name that browsers may still hold it under, from before a release. */
  readonly formerName?: string;
}

/** Cookies are Secure wherever pages come by https. */
const isSecure = ({ publicUrl, production }: Pick<Config, 'publicUrl' | 'production'>): boolean =>
  production || publicUrl.startsWith('https:');

/**
 * A cookie that no script reads. Over https its name begins with `__Host-`, so that browsers take it only from this
 * host over TLS: a page on a sibling host cannot plant one.
 */
export function createCookie(
  config: Pick<Config, 'publicUrl' | 'production'>,
  { name, keptMs, sameSite, formerName }: CookieOptions,
): Cookie {
  const secure = isSecure(config);
  const fullName = secure ? `__Host-${name}` : name;
  const attributes = `Path=/; Max-Age=${keptMs / 1000}; HttpOnly; SameSite=${sameSite}${secure ? '; Secure' : ''}`;
  return {
    set: (value) => `${fullName}=${value}; ${attributes}`,
    read: (header) =>
      readCookie(header, fullName) ?? (formerName === undefined ? undefined : readCookie(header, formerName)),
  };
}

/** The value of a cookie in a `cookie` header. */
export function readCookie(header: string | undefined, wanted: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [name, value] = pair.trim().split('=', 2);
    if (name === wanted) return value;
  }
  return undefined;
}
