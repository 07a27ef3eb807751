import { hours, minutes, seconds } from '../kernel/instant.ts';

/** From "Get ticket" to the claim: how long an authorization at the provider, and the code it brings, are good. */
export const rallyAttemptMs = minutes(5);
/** A wallet's nonce is good this long, once. */
export const walletNonceMs = minutes(5);
/** A proven holder who found the event sold out may join its waitlist for this long. */
export const holderProofMs = hours(1);
/** Nonces of one account that may be open at once. */
export const openNoncesMax = 10;
/** What was asked when someone entered counts this long. */
export const holdingsKeptMs = seconds(60);
/** Attempts of one account that may be open at once: one a tab, and some that were given up. */
export const openAttemptsMax = 10;
/** Holders are let in for this long after their wallet could first not be checked; then they are asked to wait. */
export const trustedUnaskedMs = minutes(10);
/** Characters of a message that a wallet signed, and of its signature: contract wallets wrap theirs. */
export const signedMessageCharsMax = 4000;
export const signatureCharsMax = 20_000;
/** Digits behind the point of a coin; contracts that say more are not believed. */
export const coinDecimalsMax = 36;
/** Wallets that delegated to one wallet and are looked at. */
export const delegatorsMax = 20;
/** A chain's endpoint answers within this time, or the next one is asked. */
export const chainAnswerMs = seconds(3);
/** Waits before a chain is asked again because every endpoint of it was at fault. */
export const chainRetryWaitsMs = [250, 750];
/** Characters of a contract's name and symbol that are kept. */
export const tokenNameCharsMax = 60;
/** Characters of a provider's code, its name for a wallet, and what it says somebody holds. */
export const rallyCodeCharsMax = 2000;
export const walletCharsMax = 200;
export const holdingsMax = 1000;
/** Tokens that a refusal names. */
export const namedTokensMax = 3;
