/** Request headers. The web client sends all of them. */
export const accessTokenHeader = 'access-token';
/** The product's version: the client's build header, the footer and the API's description say it. */
export const clientVersion = '0.1.9';
/** Grants exactly what an anonymous visitor has; an app id, not a secret. */
export const publicToken = `frontrow-public-${clientVersion}`;
/**
 * The secret of a guest's browser, for scripts without cookies: comes with guest calls, proves the order the next
 * time.
 */
export const guestTokenHeader = 'guest-token';
/** The key of a mailed link to a receipt: a guest needs no session with it. */
export const receiptKeyHeader = 'receipt-key';
/** The cookie that keeps the language chosen in this browser: scripts write it, and the server draws pages in it. */
export const languageCookie = 'frontrow-language';
