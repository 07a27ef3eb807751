import type { Category } from '@frontrow/artwork/palettes.ts';

/** When an event of the demo takes place, reckoned from the day it is put on. */
export type When =
  /** In so many quarters of an hour. */
  | { readonly quarters: number }
  /** In so many days, at this time, UTC. */
  | { readonly days: number; readonly at: string }
  /** So many days ago. */
  | { readonly daysAgo: number; readonly at: string };

/** A coin that an event asks for. */
interface DemoCoin {
  readonly coinName: string;
  readonly coinId: string;
  readonly minCoinBalance: number;
}

/** One invented event. */
export interface DemoEvent {
  readonly slug: string;
  readonly host: string;
  readonly category: Category;
  readonly title: string;
  readonly description: string;
  readonly when: When;
  readonly langs: readonly string[];
  readonly tags: readonly string[];
  /** How long it is planned to take; left out: an hour. */
  readonly minutes?: number;
  /** Published as a series: so many times, a week apart. */
  readonly weeks?: number;
  readonly broadcast?: true;
  readonly seats?: number;
  /** Whole units of the currency; 0 is free. */
  readonly price: number;
  /** Left out: euros. */
  readonly currency?: string;
  /** Tickets sold; `seats` of them is sold out. */
  readonly sold: number;
  /** Usernames on the waitlist, first come first; only where it is sold out. */
  readonly waiting?: readonly string[];
  /** Tickets go on sale so many minutes after it is put on; people wait for them on its waiting page. */
  readonly onSaleInMinutes?: number;
  readonly unlisted?: true;
  readonly cancelled?: true;
  /** People of the crowd whom the host gave a ticket. */
  readonly complimentary?: number;
  /** Another service that it could be copied to, so many minutes of it; switched off: a demo sends nothing anywhere. */
  readonly copiedTo?: { readonly name: string; readonly url: string; readonly minutes: number };
  /** Holders may cancel until so many hours before the start; price and fee go back, or the percent of the price. */
  readonly selfCancel?: { readonly hours: number; readonly percent?: number };
  /** Its tickets show a QR code: the host scans them. */
  readonly ticketQr?: true;
  /** The demo's first viewer has a ticket, which can be transferred. */
  readonly viewerGoes?: true;
  /** For holders of this coin or collection; the price is 0. */
  readonly holdersOf?: { readonly collections: readonly string[]; readonly coins: readonly DemoCoin[] };
  readonly promos?: readonly { readonly code: string; readonly percent: number }[];
}

export const quarters = (count: number): When => ({ quarters: count });
export const inDays = (days: number, at: string): When => ({ days, at });
export const ago = (daysAgo: number, at: string): When => ({ daysAgo, at });
