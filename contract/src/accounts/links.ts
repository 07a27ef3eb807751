/**
 * Addresses that mails link to. The token stands behind the `#`: browsers never send that part, so it is in no log
 * and in no Referer; the page reads it and its button sends it in a body.
 */
const tokenMark = '#token=';

/** Page of the join link of a ticket mail: its button calls `POST /auth/guest_session`. */
export const joinLinkPath = (eventUuid: string, token: string): string =>
  `/ticket/join/${eventUuid}${tokenMark}${token}`;

/** Page of the verification mail: its button calls `POST /auth/verify_email`. */
export const verifyEmailLinkPath = (token: string): string => `/verify_email${tokenMark}${token}`;

/** Page of the mail for a forgotten password: its form calls `POST /auth/reset_password`. */
export const resetPasswordLinkPath = (token: string): string => `/reset_password${tokenMark}${token}`;

/** Page of the mail that logs in: its button calls `POST /auth/magic_login`. */
export const magicLinkPath = (token: string): string => `/magic_link${tokenMark}${token}`;

/** Page of the mail to a new address: its button calls `POST /auth/confirm_email`. */
export const changeEmailLinkPath = (token: string): string => `/confirm_email${tokenMark}${token}`;

/** Page of the mail that connects a social identity to an account: its button calls `POST /auth/social_link`. */
export const socialLinkPath = (token: string): string => `/social_link${tokenMark}${token}`;

/** Where the provider of social sign-up sends the browser back to. */
export const socialReturnPath = '/social_login';

/** Where a wallet provider sends people back to. */
export const rallyReturnPath = '/rally';

/** Page of the mails of a followed host: it calls `POST /hosts/unfollow_by_mail`. */
export const unfollowLinkPath = (token: string): string => `/unfollow${tokenMark}${token}`;

/**
 * The same pages where `List-Unsubscribe` is opened in a browser: they ask first, because programs that look for
 * harmful links open it, too.
 */
export const unfollowQuestionPath = (token: string): string => `/unfollow?${asksFirst}=1${tokenMark}${token}`;
export const remindersQuestionPath = (token: string): string => `/reminders?${asksFirst}=1${tokenMark}${token}`;
const asksFirst = 'ask';
/** Whether such a page was opened to be asked first; `search` is that of the location. */
export const isQuestion = (search: string): boolean => new RegExp(`[?&]${asksFirst}=`).test(search);

/** Page of a reminder: it calls `POST /user/reminders_by_mail`. */
export const remindersLinkPath = (token: string): string => `/reminders${tokenMark}${token}`;

/** Page of the receipt of an order. The key in a guest's mail is sent in the header `receipt-key`. */
export const receiptLinkPath = (orderUuid: string, key?: string): string =>
  `/receipt/${orderUuid}${key === undefined ? '' : `${tokenMark}${key}`}`;

/** The token in `location.hash`, or undefined. */
export function tokenInHash(hash: string): string | undefined {
  const token = hash.startsWith(tokenMark) ? hash.slice(tokenMark.length) : '';
  return /^[\w-]{20,200}$/.test(token) ? token : undefined;
}
