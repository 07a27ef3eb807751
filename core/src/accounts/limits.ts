import { days, hours, minutes, seconds } from '../kernel/instant.ts';

/** An access token is short-lived, because a check asks the database only for the session's version. */
export const accessTokenMs = minutes(10);
/** A session that is not used for this long ends. */
export const refreshTokenMs = days(30);
/** A session ends after this long even if it is used every day. */
export const sessionMsMax = days(180);
/** Within this time a used refresh token gets the same answer again: five tabs that refresh at once stay logged in. */
export const refreshGraceMs = seconds(10);
/**
 * Failed logins per email and network and window, and per device that logged in to the account before. Emails without
 * an account are counted, too, so that nobody learns which have one.
 */
export const loginFailuresMax = 10;
export const loginWindowMs = minutes(15);
/** Failed logins per email from all unknown devices together: many networks at once guess no faster than this. */
export const loginFailuresOfAllMax = 50;
export const loginOfAllWindowMs = hours(1);
/** A device that logged in is known for this long after its last log-in. */
export const deviceKnownMs = days(180);
/** Accounts that one browser is known to; the longest unused is forgotten first. */
export const deviceAccountsMax = 8;
/** Mails of one purpose per address and window: anyone can cause them. */
export const mailsPerAddressMax = 3;
export const mailsWindowMs = hours(1);
/**
 * Verification mails per address and window, for all accounts that signed up with it: a stranger must not use them all
 * up.
 */
export const proofMailsPerAddressMax = 10;
/** Mails per window that tell the owner of an address that somebody else signed up with it. */
export const proofMailsPerOwnerMax = 4;
export const verifyEmailLinkMs = hours(24);
/** How long the link for a new password works. */
export const resetLinkMs = hours(1);
/** How long a link works that logs in without a password. */
export const magicLinkMs = minutes(15);
/** How long the link works that proves the new address of an account. */
export const changeEmailLinkMs = hours(24);
/** Wrong passwords per account and window, where a logged-in person has to type it again. */
export const passwordChecksMax = 10;
/** For this long after the password was typed in a session it is not asked for again. */
export const passwordTypedMs = minutes(15);
/** Providers that people can log in with. */
export const socialWays = ['instagram', 'openid'] as const;
export type SocialWay = (typeof socialWays)[number];
/** Time from "Continue with Instagram" to the finished sign-up form. */
export const socialAttemptMs = minutes(30);
/** How long the link works that connects a social identity to an account. */
export const socialLinkMs = hours(1);
/**
 * Wrong codes of an authenticator app per account and network (or known device) and window: somebody with the password
 * guesses one code in 200,000.
 */
export const secondFactorTriesMax = 5;
/** Wrong codes per account from all unknown devices together, in `loginOfAllWindowMs`. */
export const secondFactorTriesOfAllMax = 20;
/** Passkeys of one account: a person's devices, and some spare keys. */
export const passkeysMax = 10;
/** Code points of the name of a passkey. */
export const passkeyNameCharsMax = 60;
/** Time to unlock a device after a passkey was asked for. The challenge works once. */
export const passkeyChallengeMs = minutes(10);
/** A join link works until this long after the start of its event. */
export const joinLinkAfterStartMs = hours(48);
/** Role, revocation and session version may be cached this long. */
export const accountCacheMs = seconds(2);
/** Code points of a name or a surname. */
export const nameCharsMax = 80;
/** Code points of the name that others read. */
export const displayNameCharsMax = 40;
