import type { Kit } from '../../../kit.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { SoldOutEvents } from './sold-out-events.ts';
import type { SeatBatches } from './batches/seat-batches.ts';
import type { SeatTermsBook } from './seat-terms.ts';
import type { OrderReads } from '../store.ts';

/** What every use case of ticketing is given. */
export interface Checkout extends Kit {
  readonly batches: SeatBatches;
  readonly soldOut: SoldOutEvents;
  readonly terms: SeatTermsBook;
  readonly reads: OrderReads;
  readonly accounts: Pick<
    Accounts,
    | 'guestFor'
    | 'personOf'
    | 'holderFor'
    | 'addressOf'
    | 'joinLink'
    | 'reminderLinks'
    | 'mailWayInAgain'
    | 'joinAfterSale'
    | 'needAttempt'
  >;
}

/** Who pays. A guest is an account row too (docs/decisions/0005). */
export interface Buyer {
  readonly accountId: number;
  /** Normalised address of a guest, else undefined. */
  readonly guestEmail: string | undefined;
  /** Hash of the secret of a guest's browser; undefined for whoever has a session. */
  readonly guestKey: string | undefined;
  /** Network address that holds are counted by; undefined on loopback outside production. */
  readonly address: string | undefined;
  /** The origin the browser sees: challenge and approval pages come back to it. */
  readonly origin: string;
}
