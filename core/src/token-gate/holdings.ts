import { coinPlace, isAddress, placeName } from './token-place.ts';
import type { RallyCoin } from '../events/event-draft.ts';
import { namedTokensMax, trustedUnaskedMs } from './limits.ts';
import { type RuleToken, type TokenRule } from './token-rule.ts';
import type { Instant } from '../kernel/instant.ts';
import { machine } from '../kernel/machine.ts';

/** A number written in decimal digits: "0", "2.5", "1000000.000001". No sign, no exponent. */
export type DecimalText = string;

const format = /^\d+(?:\.\d+)?$/;

/** The same number without an exponent: 1e-7 is "0.0000001". Undefined for what is negative or no number. */
export function decimalText(number: number): DecimalText | undefined {
  if (!Number.isFinite(number) || number < 0) return undefined;
  const text = String(number);
  const [digits, exponent] = text.split('e');
  if (exponent === undefined) return text;
  const [whole = '', rest = ''] = (digits ?? '').split('.');
  const shift = Number(exponent);
  if (shift >= 0) return whole + rest.padEnd(shift, '0');
  return `0.${'0'.repeat(-shift - 1)}${whole}${rest}`;
}

/** A balance in a token's smallest units, in whole units: 1500000 of 6 decimals is "1.5". */
export function inWholeUnits(smallest: bigint, decimals: number): DecimalText {
  const digits = smallest.toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  const rest = digits.slice(point).replace(/0+$/, '');
  return rest === '' ? digits.slice(0, point) : `${digits.slice(0, point)}.${rest}`;
}

/** Whether a balance is more than nothing and at least `minimum`, to the last digit. False for what is no balance. */
export function isEnough(balance: DecimalText, minimum: number): boolean {
  const wanted = decimalText(minimum);
  if (!format.test(balance) || wanted === undefined) return false;
  const scale = Math.max(decimalsOf(balance), decimalsOf(wanted));
  const held = scaled(balance, scale);
  return held > 0n && held >= scaled(wanted, scale);
}

const decimalsOf = (text: DecimalText): number => text.split('.')[1]?.length ?? 0;

function scaled(text: DecimalText, scale: number): bigint {
  const [whole = '', rest = ''] = text.split('.');
  return BigInt(whole + rest.padEnd(scale, '0'));
}

/** What a wallet holds, in the words of a token rule. */
export interface Holdings {
  /** Entries of the rule of which the wallet has at least one piece. */
  readonly nftCollections: readonly string[];
  readonly coins: readonly HeldCoin[];
}

export interface HeldCoin {
  readonly coinId: string;
  /** In whole units. */
  readonly balance: DecimalText;
  /** The contract that was read, see `placeName`; undefined where a provider says so. */
  readonly place?: string | undefined;
}

const same = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

/**
 * What lets somebody in: the first collection or coin of the rule that they hold, in the words of `wantedTokens`. Any
 * one is enough. A coin of which nothing is asked must be there all the same.
 */
export function admittingToken(rule: TokenRule, { nftCollections, coins }: Holdings): string | undefined {
  const row = rule.nftCollections.findIndex((wanted) => nftCollections.some((held) => same(held, wanted)));
  if (row >= 0) return collectionName(rule, row);
  return rule.coins.find((wanted) =>
    coins.some((held) => isOf(held, wanted) && isEnough(held.balance, wanted.minCoinBalance)),
  )?.coinId;
}

/** Symbols can be faked: a balance that was read from a contract counts for that contract's row alone. */
function isOf(held: HeldCoin, wanted: RallyCoin): boolean {
  const place = coinPlace(wanted);
  return same(held.coinId, wanted.coinId) && (held.place === undefined || (!!place && held.place === placeName(place)));
}

/** Everything that a rule asks for, as a wallet that has it would hold it. */
export const everythingOf = ({ nftCollections, coins }: TokenRule): Holdings => ({
  nftCollections,
  coins: coins.map(({ coinId, minCoinBalance }) => ({
    coinId,
    balance: decimalText(Math.max(minCoinBalance, 1)) ?? '1',
  })),
});

export const nothingHeld: Holdings = { nftCollections: [], coins: [] };

const tokenOf = ({ tokens }: TokenRule, of: RuleToken['of'], row: number): RuleToken | undefined =>
  tokens.find((token) => token.of === of && token.row === row);

/** A collection by its contract's name where that was read, else as typed. */
function collectionName(rule: TokenRule, row: number): string {
  const found = tokenOf(rule, 'nftCollections', row);
  if (!found) return rule.nftCollections[row] ?? '';
  return found.tokenId === undefined ? found.name : `${found.name} #${found.tokenId}`;
}

/** What a rule asks for, each in words: "Apes", "2 FRC". */
export const wantedTokens = (rule: TokenRule): string[] => [
  ...rule.nftCollections.map((_typed, row) => collectionName(rule, row)),
  ...rule.coins.map(({ coinId, minCoinBalance }) =>
    minCoinBalance > 0 ? `${decimalText(minCoinBalance) ?? ''} ${coinId}` : coinId,
  ),
];

/** The same for a sentence: "Apes, 2 FRC, …". */
export function wantedText(rule: TokenRule): string {
  const wanted = wantedTokens(rule);
  return [...wanted.slice(0, namedTokensMax), ...(wanted.length > namedTokensMax ? ['…'] : [])].join(', ');
}

/**
 * One name for one wallet, whichever way it proved itself: an address is the same at every gate, any other name is its
 * provider's.
 */
export const walletName = (gate: string, subject: string): string =>
  isAddress(subject) ? `address:${subject.toLowerCase()}` : `${gate}:${subject}`;

/** What is known of the wallet of somebody who enters. */
export type Asked =
  | { readonly is: 'known'; readonly holds: boolean }
  /** Nobody answered; `since`: when that was so for the first time. `wasIn`: they were in this room already. */
  | { readonly is: 'unknown'; readonly since: Instant; readonly wasIn: boolean; readonly now: Instant }
  /** Nobody can be asked any more. */
  | { readonly is: 'unaskable' };

/**
 * Whether a ticket holder may enter. A wallet that no longer holds the token may not. While the provider does not
 * answer, people in the room stay, and new ones are trusted for ten minutes, then asked to wait. Without a provider the
 * claim counts.
 */
export function entryVerdict(asked: Asked): 'in' | 'sold' | 'wait' {
  if (asked.is === 'unaskable') return 'in';
  if (asked.is === 'known') return asked.holds ? 'in' : 'sold';
  return asked.wasIn || asked.now - asked.since < trustedUnaskedMs ? 'in' : 'wait';
}

/** An attempt with the provider: its code is traded once. One that the provider never heard of may be traded again. */
export const rallyAttemptMachine = machine('rally attempt', 'open', {
  open: { trade: 'trading' },
  trading: { give_back: 'open', spend: 'spent' },
  spent: {},
});
