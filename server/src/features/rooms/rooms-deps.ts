import type { WireChatMessage, WireCurrentState } from '@frontrow/contract/rooms/api.ts';
import type { WireCaption } from '@frontrow/contract/rooms/captions-api.ts';
import type { Grants } from '@frontrow/core/rooms/grants.ts';
import type { ReactionEmoji } from '@frontrow/core/rooms/reactions.ts';
import type { PersonFacts, RoomFacts } from '@frontrow/core/rooms/room-rules.ts';
import type { NextSpeaker } from '@frontrow/core/rooms/turn-queue.ts';
import type { RowQueue } from '../../db/batcher.ts';
import type { SessionOf } from '../../http/callers/authenticate.ts';
import type { Kit } from '../../kit.ts';
import type { Participant } from '../../ports/video.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Events } from '../events/index.ts';
import type { Ticketing } from '../ticketing/index.ts';
import type { TokenGate } from '../token-gate/index.ts';

/** The person who gets ready for the next turn, and who may know it. */
export interface NextInRoom {
  readonly userId: number;
  readonly username: string;
  readonly state: NextSpeaker['state'];
  readonly answerBy: number | null;
  /** The host and event admins. */
  readonly moderatorIds: readonly number[];
}

/** The room as it is known for all its readers; `stateFor` makes of it what one of them sees. */
export interface SharedState {
  readonly state: WireCurrentState;
  readonly next: NextInRoom | undefined;
}

/** What a person who enters the room, or requests its state, gets. */
export interface RoomSnapshot {
  readonly current_state: WireCurrentState;
  readonly messages: WireChatMessage[];
}

export interface ReactorKey {
  readonly eventUuid: string;
  readonly userId: number;
}

/** A person who reacts, and the room, as core's rule needs them. */
export interface Reactor {
  readonly room: Pick<RoomFacts, 'closed' | 'takenDown' | 'isMeeting'> & { readonly reactionsEnabled: boolean };
  readonly person: Pick<PersonFacts, 'isHost' | 'isBanned' | 'isPresent' | 'timedOutMs'>;
}

/** Rights that changed and must be applied at the engine after the commit. */
export interface GrantChange {
  readonly userId: number;
  readonly grants: Grants;
  readonly version: number;
}

/**
 * What happens outside the transaction, once a change is committed. Assembled in `index.ts`: sockets come from `live/`,
 * grants from `engine/grants.ts`.
 */
export interface RoomEffects {
  /** This room changed: its sockets, here and in other processes, are updated. */
  push(eventUuid: string): void;
  /** A person reacted: the room's listeners, here and in other processes, get the count. */
  react(eventUuid: string, emoji: ReactionEmoji): void;
  /** A person on stage said this: the room's listeners, here and in other processes, get it. */
  caption(eventUuid: string, caption: WireCaption): void;
  /** Applies grants at the engine. The reconciler repeats failures. */
  applyGrants(eventUuid: string, changes: readonly GrantChange[]): Promise<void>;
  /** Makes the engine's rooms for previews of this event agree with the database. The reconciler repeats failures. */
  comparePreviews(eventUuid: string): Promise<void>;
  /** Ends the person's sockets: the seat moved to `stayingSession` on another device, or they were removed. */
  endOtherSessions(
    eventUuid: string,
    userId: number,
    why: 'moved' | 'removed',
    stayingSession: string | undefined,
  ): void;
}

/** What the use cases of the room depend on. */
export interface RoomsDeps extends Pick<
  Kit,
  'db' | 'idempotency' | 'ids' | 'log' | 'security' | 'clock' | 'video' | 'config' | 'transcription' | 'rtmp'
> {
  readonly accounts: Pick<Accounts, 'personOf' | 'deviceOf'>;
  readonly events: Events;
  readonly ticketing: Ticketing;
  readonly tokenGate: Pick<TokenGate, 'recheckHoldings'>;
  readonly effects: RoomEffects;
  /** Of these logins, those that have ended. */
  loginsEnded<P extends SessionOf>(logins: readonly P[]): Promise<ReadonlySet<P>>;
  /** By event: changes of one room wait for each other without holding a connection. */
  readonly rowQueue: RowQueue;
  /** Called with each list of the engine, which also contains participants that are not people, such as the encoder. */
  listed(eventUuid: string, participants: readonly Participant[]): Promise<void>;
  /** A person who reacts, as the room knows them. */
  reactor(key: ReactorKey): Promise<Reactor | undefined>;
  /** By event: people who request the room at the same time share one read. */
  snapshot(eventUuid: string, readerId: number): Promise<RoomSnapshot>;
  /** The same for people who enter: for a large room it may be a second old. */
  snapshotForNewcomer(eventUuid: string, readerId: number): Promise<RoomSnapshot>;
}

/** How the engine identifies a person. */
export const identityOf = (userId: number): string => `u:${userId}`;

export function userIdOf(identity: string): number | undefined {
  const match = /^u:(\d{1,15})$/.exec(identity);
  return match ? Number(match[1]) : undefined;
}
