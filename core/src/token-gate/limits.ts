import { minutes, seconds } from '../kernel/instant.ts';

/** From "Get ticket" to the claim: so long a trip to the provider, and the code it brings, is good. */
export const rallyTripMs = minutes(5);
/** What was asked at the door counts this long. */
export const holdingsKeptMs = seconds(60);
/** Trips of one account that may be open at once: one a tab, and some that were given up. */
export const openTripsMax = 10;
/** Characters of a provider's code, its name for a wallet, and what it says somebody holds. */
export const rallyCodeCharsMax = 2000;
export const walletCharsMax = 200;
export const holdingsMax = 1000;
/** Tokens that a refusal names. */
export const namedTokensMax = 3;
