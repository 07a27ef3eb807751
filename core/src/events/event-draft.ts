import type { Kind } from './live-event-machine.ts';
import type { Instant } from '../kernel/instant.ts';
import type { RefusalParams } from '../kernel/refusal.ts';
import type { RefusalCode } from '../refuse.ts';

/** A token that gives a ticket. */
export interface RallyCoin {
  readonly coinName: string;
  /** The symbol. */
  readonly coinId: string;
  readonly minCoinBalance: number;
  /** Where its contract is; without both only a provider can judge it. */
  readonly coinChainId?: number | undefined;
  readonly coinAddress?: string | undefined;
}

/** A coin row as it was typed; NaN for a balance that is not a number. */
export interface RallyCoinDraft {
  readonly coinName: string;
  readonly coinId: string;
  readonly minCoinBalance: number | undefined;
  readonly coinChainId?: number | undefined;
  readonly coinAddress?: string | undefined;
}

/** How an event repeats: every week a number of times or until a day, or on chosen days (`YYYY-MM-DD`). */
export type Repeats = { readonly weeks: number } | { readonly until: string } | { readonly dates: readonly string[] };

/** What a host wants to publish, before it is judged. NaN for what is not a number, undefined for what is missing. */
export interface EventDraft {
  /** Undefined when the draft names both kinds. */
  readonly kind: Kind | undefined;
  readonly title: string;
  readonly description: string;
  readonly date: Instant | undefined;
  /** HH:mm on the zone's wall clock. */
  readonly startHour: string;
  /** How long it is planned to take; left out: not said. */
  readonly durationMinutes?: number | undefined;
  /** Further dates, of a series; left out: it takes place once. */
  readonly repeats?: Repeats | undefined;
  /** IANA name, or undefined for the host's own. */
  readonly zone: string | undefined;
  readonly listed: boolean;
  readonly openTicketing: boolean;
  readonly seats: number | undefined;
  /** Whole units of the currency. */
  readonly price: number | undefined;
  /** Code of the currency; left out: euros. */
  readonly currency?: string | undefined;
  readonly ticketTypeId: number | undefined;
  readonly nftCollections: readonly string[];
  readonly coins: readonly RallyCoinDraft[];
  /** Wallets count for those that delegated to them; left out: they do not. */
  readonly delegates?: boolean | undefined;
  readonly tags: readonly string[];
  readonly langIdes: readonly number[];
  readonly categoryIde: number | undefined;
  readonly promoCode: string | undefined;
  readonly promoPercent: number | undefined;
  /** How many tickets the code is good for; left out: as many as there are. */
  readonly promoCap?: number | undefined;
  /** From when and until when it is taken; left out: as long as tickets are sold. */
  readonly promoFrom?: number | undefined;
  readonly promoUntil?: number | undefined;
  /** Until how many hours before the start holders may cancel; left out: they may not. */
  readonly selfCancelHours?: number | undefined;
  /** The percentage of the price that is refunded then; omitted means price and fee. */
  readonly selfCancelPercent?: number | undefined;
  /** When tickets go on sale, to people from a waiting page; left out: with the publication. */
  readonly salesOpenAt?: Instant | undefined;
}

export type DraftField =
  | 'cover'
  | 'title'
  | 'description'
  | 'date'
  | 'repeats'
  | 'startHour'
  | 'durationMinutes'
  | 'salesOpenAt'
  | 'zone'
  | 'listed'
  | 'openTicketing'
  | 'seats'
  | 'price'
  | 'currency'
  | 'ticketType'
  | 'nftCollections'
  | 'coins'
  | 'delegates'
  | 'tags'
  | 'langIdes'
  | 'category'
  | 'promoCode'
  | 'promoPercent'
  | 'promoCap'
  | 'promoFrom'
  | 'promoUntil'
  | 'selfCancelHours'
  | 'selfCancelPercent';

/** One reason why the draft cannot be published, and its field. */
export interface DraftProblem {
  readonly code: RefusalCode;
  readonly field: DraftField;
  /** Place inside a list: the coin row and its key. */
  readonly at?: { readonly row: number; readonly key: keyof RallyCoin };
  readonly params?: RefusalParams;
}
