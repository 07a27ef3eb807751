import { refuse } from '../refuse.ts';
import { type PersonFacts, requirePresent, type RoomFacts } from './room-rules.ts';

/** What people may answer a broadcast with, in the order of the buttons. */
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
 * Reacting needs a broadcast, presence and no block. Throws `broadcast_only`, `reaction_unknown`, `not_in_room`,
 * `banned`.
 */
export function requireMayReact(
  room: Pick<RoomFacts, 'closed' | 'takenDown' | 'isInteractive'>,
  me: Pick<PersonFacts, 'isHost' | 'isBanned' | 'isPresent'>,
  emoji: string,
): ReactionEmoji {
  requirePresent(room, me);
  if (room.isInteractive) throw refuse('broadcast_only');
  if (!isReactionEmoji(emoji)) throw refuse('reaction_unknown', {}, { field: 'emoji' });
  if (me.isBanned && !me.isHost) throw refuse('banned');
  return emoji;
}
