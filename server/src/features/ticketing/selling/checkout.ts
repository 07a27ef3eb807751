import type { Kit } from '../../../kit.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { FullEvents } from './full-events.ts';
import type { SeatLanes } from './seat-lanes.ts';
import type { SeatTermsBook } from './seat-terms.ts';
import type { OrderReads } from '../store.ts';

/** What every use case of ticketing is handed. */
export interface Checkout extends Kit {
  readonly lanes: SeatLanes;
  readonly full: FullEvents;
  readonly terms: SeatTermsBook;
  readonly reads: OrderReads;
  readonly accounts: Pick<Accounts, 'guestFor' | 'addressOf' | 'joinLink' | 'mailWayInAgain' | 'joinAfterSale'>;
}

/** Who pays. A guest is an account row too (decisions 8). */
export interface Buyer {
  readonly accountId: number;
  /** Normalised address of a guest, else undefined. */
  readonly guestEmail: string | undefined;
  /** Hash of the secret of a guest's browser; undefined for whoever has a session. */
  readonly guestKey: string | undefined;
  /** Network address that holds are counted by; undefined on loopback outside production. */
  readonly address: string | undefined;
  /** Origin the browser sees us under: where challenge and approval pages come back to. */
  readonly origin: string;
}
