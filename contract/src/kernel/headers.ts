/** Request headers. The web client sends all of them. */
export const accessTokenHeader = 'access-token';
/** Grants exactly what an anonymous visitor has; an app id, not a secret. */
export const publicToken = 'frontrow-public-0.1.9';
/**
 * The secret of a guest's browser, for scripts without cookies: comes with guest calls, proves the order the next
 * time.
 */
export const guestTokenHeader = 'guest-token';
export const clientVersion = '0.1.9';
