import { days, hours, minutes, seconds } from '../kernel/instant.ts';

/** Access tokens are short: they are checked without asking the database for more than a session version (decisions 6). */
export const accessTokenMs = minutes(10);
/** A session that is not used for this long ends. */
export const refreshTokenMs = days(30);
/** Within this, the same refresh token answers the same child: five tabs refreshing at once stay logged in. */
export const refreshGraceMs = seconds(10);
/** Failed log-ins per address and window, whether the account exists or not (reliability 1.32). */
export const loginFailuresMax = 10;
export const loginWindowMs = minutes(15);
/** Mails of one purpose that anyone can cause for one address (reliability 1.27). */
export const mailsPerAddressMax = 3;
export const mailsWindowMs = hours(1);
/** Mails that ask one address for its proof, whoever claims it: enough that a stranger who signs up with it a few times stops nobody. */
export const proofMailsPerAddressMax = 10;
/** Mails that tell an owner of others who signed up with the address. */
export const proofMailsPerOwnerMax = 4;
export const verifyEmailLinkMs = hours(24);
/** A mail that lets somebody choose a new password. */
export const resetLinkMs = hours(1);
/** A mail that logs in without a password. */
export const magicLinkMs = minutes(15);
/** A mail that proves the new address of an account. */
export const changeEmailLinkMs = hours(24);
/** Wrong passwords per account and window where a logged-in person types it again. */
export const passwordChecksMax = 10;
/** From "Continue with Instagram" to the finished sign-up form. */
export const socialTripMs = minutes(30);
/** A mail that connects a social identity to an account. */
export const socialLinkMs = hours(1);
/** Wrong codes of an authenticator app per account and window: a thief of the password has one guess in 200 000. */
export const secondFactorTriesMax = 5;
/** A join link works until this long after the start of its event. */
export const joinLinkAfterStartMs = hours(48);
/** Role, revocation and session version may be this old (reliability 1.25). */
export const accountCacheMs = seconds(2);
/** Code points, of a name or a surname. */
export const nameCharsMax = 80;
/** Code points, of the name others read. */
export const displayNameCharsMax = 40;
