import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { AudienceFacts, QuestionState } from '@frontrow/core/rooms/questions.ts';
import { isTakenDown } from '@frontrow/core/rooms/room-rules.ts';
import type { Tx } from '../../db/db.ts';
import { changeOf, inRowQueue } from './change-room.ts';
import { lockRoom, type MemberRecord, personIn } from './records.ts';
import type { RoomsDeps } from './rooms-deps.ts';

/** What changed: one question, or one poll. */
export type AudienceSubject = { readonly question: string } | { readonly poll: string };

/** A change of questions or polls, which also happens before the event has a room. */
export interface AudienceChange {
  readonly tx: Tx;
  readonly me: MemberRecord;
  readonly facts: AudienceFacts;
  /** What viewers cannot write; empty before the event has a room. */
  readonly filteredWords: readonly string[];
  /**
   * Tells the room, if there is one; `counts` says that the state of the room may have changed with it, `done` what the
   * log of who did what says.
   */
  tell(subject: AudienceSubject, counts: boolean, done?: QuestionState | 'from_message'): Promise<void>;
}

/** Event and room are locked in this order, as everywhere; the room is notified after the commit. */
export async function changeAudience<T>(
  deps: RoomsDeps,
  actor: Account,
  eventUuid: string,
  work: (change: AudienceChange) => Promise<T>,
): Promise<T> {
  const done = await inRowQueue(deps, eventUuid, async (tx) => {
    const event = await deps.events.lock(tx, eventUuid);
    if (!event) throw refuse('event_not_found');
    const room = await lockRoom(tx, eventUuid);
    const change = room && changeOf(tx, room);
    const me = await personIn(tx, eventUuid, actor.id);
    if (!me) throw refuse('event_not_found');
    const result = await work({
      tx,
      me,
      facts: { state: event.state, takenDown: isTakenDown(event), isMeeting: event.meeting !== undefined },
      filteredWords: room?.filteredWords ?? [],
      tell: async (subject, counts, said) => {
        await change?.log('audienceChanged', { ...subject, counts, ...(said && { done: said }) }, actor.id);
      },
    });
    return { result, isTold: change?.outcome.isLogged ?? false };
  });
  if (done.isTold) deps.effects.push(eventUuid);
  return done.result;
}

export const moderates = (me: Pick<MemberRecord, 'isHost' | 'isAdmin'>): boolean => me.isHost || me.isAdmin;
