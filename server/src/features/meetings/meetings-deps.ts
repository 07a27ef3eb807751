import type { Kit } from '../../kit.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Events } from '../events/index.ts';
import type { Rooms } from '../rooms/index.ts';
import type { Ticketing } from '../ticketing/index.ts';

/** What the use cases of private meetings are given. */
export interface MeetingsDeps extends Kit {
  readonly accounts: Accounts;
  readonly events: Events;
  readonly rooms: Pick<Rooms, 'whoMet'>;
  readonly ticketing: Ticketing;
  /** Windows of this account, in all processes, have requests to read again. */
  readonly onRequests: (accountId: number) => void;
}
