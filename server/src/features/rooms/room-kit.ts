import type { RowQueue } from '../../db/row-queue.ts';
import type { Kit } from '../../kit.ts';
import type { Events } from '../events/index.ts';
import type { Ticketing } from '../ticketing/index.ts';
import type { SessionOf } from '../../http/callers/authenticate.ts';
import type { GrantChange } from './regrant.ts';
import type { RoomPicture } from './views.ts';

/** What happens outside once a change is committed. */
export interface RoomEffects {
  /** Something of this room changed: push it to the sockets here and in other processes. */
  pushed(eventUuid: string): void;
  /** Apply rights at the engine; what fails is seen to by the reconciler. */
  applied(eventUuid: string, changes: readonly GrantChange[]): Promise<void>;
  /** The person's seat went to another device, or they were taken out: their other sockets end. */
  sentAway(eventUuid: string, userId: number, why: 'moved' | 'removed', stayingSession: string | undefined): void;
}

/** What the use cases of the room are given. */
export interface RoomKit extends Pick<Kit, 'db' | 'ids' | 'log' | 'clock' | 'video'> {
  readonly events: Events;
  readonly ticketing: Ticketing;
  readonly effects: RoomEffects;
  /** Of these log-ins, those that have ended. */
  loginsEnded<P extends SessionOf>(logins: readonly P[]): Promise<ReadonlySet<P>>;
  /** By event: changes of one room wait for each other without holding a connection. */
  readonly rowQueue: RowQueue;
  /** By event: people who ask for the room at the same time are answered by one read. */
  pictures(eventUuid: string): Promise<RoomPicture>;
}

/** The engine's name for a person. */
export const identityOf = (userId: number): string => `u:${userId}`;

export function userIdOf(identity: string): number | undefined {
  const match = /^u:(\d{1,15})$/.exec(identity);
  return match ? Number(match[1]) : undefined;
}
