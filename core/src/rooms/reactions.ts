import { refuse } from '../refuse.ts';
import { type PersonFacts, requireAudience, requireNotTimedOut, requirePresent, type RoomFacts } from './room-rules.ts';

/** How people may react to what is on stage, in the order of the buttons. */
export const reactionEmoji = ['❤️', '👏', '😂', '😮', '🔥', '🎉', '👍', '😢'] as const;
export type ReactionEmoji = (typeof reactionEmoji)[number];

export const isReactionEmoji = (text: string): text is ReactionEmoji =>
  (reactionEmoji as readonly string[]).includes(text);

/** How many of each were sent since the last push. */
export type ReactionCounts = Readonly<Partial<Record<ReactionEmoji, number>>>;

/** Reactions of one room are collected for this long before they are pushed. */
export const reactionsGatheredMs = 250;

export const addCounts = (known: ReactionCounts, more: ReactionCounts): ReactionCounts =>
  Object.fromEntries(
    reactionEmoji.flatMap((emoji) => {
      const count = (known[emoji] ?? 0) + (more[emoji] ?? 0);
      return count > 0 ? [[emoji, count]] : [];
    }),
  );

/**
 * Reacting needs presence, no block or time-out, and reactions on. Throws `banned`, `not_in_meetings`, `not_in_room`,
 * `reaction_unknown`, `reactions_disabled`, `timed_out`.
 */
export function requireMayReact(
  room: Pick<RoomFacts, 'closed' | 'takenDown' | 'isMeeting'> & { readonly reactionsEnabled: boolean },
  me: Pick<PersonFacts, 'isHost' | 'isBanned' | 'isPresent' | 'timedOutMs'>,
  emoji: string,
): ReactionEmoji {
  requirePresent(room, me);
  requireAudience(room);
  if (!isReactionEmoji(emoji)) throw refuse('reaction_unknown', {}, { field: 'emoji' });
  if (me.isBanned && !me.isHost) throw refuse('banned');
  if (!me.isHost) requireNotTimedOut(me);
  if (!room.reactionsEnabled) throw refuse('reactions_disabled');
  return emoji;
}
