import type { Kit } from '../../kit.ts';
import type { Accounts } from '../accounts/index.ts';
import type { OrderReads } from './records.ts';
import type { SeatBatches } from './seat-statements.ts';
import type { SeatTermsCache, SoldOutEvents } from './seat-terms.ts';

/** What every use case of ticketing depends on. */
export interface TicketingDeps extends Kit {
  readonly batches: SeatBatches;
  readonly soldOut: SoldOutEvents;
  readonly terms: SeatTermsCache;
  readonly reads: OrderReads;
  readonly accounts: Pick<
    Accounts,
    | 'guestFor'
    | 'refuseSuspendedEmail'
    | 'personOf'
    | 'holderFor'
    | 'addressOf'
    | 'joinLink'
    | 'reminderLinks'
    | 'resendJoinLink'
    | 'moveSaleToOwner'
    | 'moveTicketToGuest'
    | 'consumeAttempt'
  >;
}
