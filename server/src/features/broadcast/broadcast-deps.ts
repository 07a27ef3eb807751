import type { Kit } from '../../kit.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Events } from '../events/index.ts';
import type { Rooms } from '../rooms/index.ts';

/** What the use cases of broadcasts are given. */
export interface BroadcastDeps extends Kit {
  readonly accounts: Accounts;
  readonly events: Events;
  readonly rooms: Rooms;
}

/** How the engine names the encoder of a room. */
export const ingestIdentity = 'ingest';
