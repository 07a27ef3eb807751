import { filterWords } from '@frontrow/core/chat/word-filter.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import {
  announcementShownMs,
  announcementText,
  decideTimeOut,
  requireMayAnnounce,
  requireMayRemoveAll,
} from '@frontrow/core/rooms/moderation.ts';
import { requireModerator, requireRoomRunner } from '@frontrow/core/rooms/room-rules.ts';
import { changeRoom } from './change-room.ts';
import { accountsOfPerson, findTarget } from './remove-and-block.ts';
import { dismissQuestionsOf } from './questions.ts';
import { personIn, runnerOf } from './records.ts';
import type { RoomsDeps } from './rooms-deps.ts';
import { stepTurnQueue } from './turn-queue.ts';

/**
 * The host or an event admin says something to everyone: over the picture for a while, and as a marked line of the
 * chat. A new announcement replaces the previous one. Throws what `requireMayAnnounce` and `announcementText` throw.
 */
export async function announce(deps: RoomsDeps, actor: Account, eventUuid: string, text: string): Promise<void> {
  await changeRoom(deps, eventUuid, async ({ tx, room, log }) => {
    const me = await personIn(tx, eventUuid, actor.id);
    if (!me) throw refuse('moderators_only');
    requireMayAnnounce(room, me);
    const body = announcementText(text);
    const seq = await log('newMessage', { author: actor.id }, actor.id);
    await tx.query(
      `INSERT INTO chat_message (event_id, seq, author_id, client_id, body, announced)
       VALUES ($1, $2, $3, $4, $5, true)`,
      [eventUuid, seq, actor.id, deps.ids.uuid(), body],
    );
    await tx.query(
      `UPDATE room SET announcement_seq = $2, announcement_until = app_now() + $3 * interval '1 ms'
       WHERE event_id = $1`,
      [eventUuid, seq, announcementShownMs],
    );
    await log('updateEvent', { change: 'announced', message_seq: seq }, actor.id);
  });
}

/**
 * Shows one message above the chat, instead of the previous one, or none. Repeating it changes nothing. Throws
 * `message_not_found` and what `requireModerator` throws.
 */
export async function pinMessage(
  deps: RoomsDeps,
  actor: Account,
  eventUuid: string,
  seq: number | undefined,
): Promise<void> {
  await changeRoom(deps, eventUuid, async ({ tx, room, log }) => {
    const me = await personIn(tx, eventUuid, actor.id);
    if (!me) throw refuse('moderators_only');
    requireModerator(room, me);
    const message = await tx.one('SELECT 1 FROM chat_message WHERE event_id = $1 AND seq = $2 AND removed_at IS NULL', [
      eventUuid,
      seq ?? null,
    ]);
    if (seq !== undefined && !message) throw refuse('message_not_found');
    if (seq === room.pinnedSeq) return;
    await tx.query('UPDATE room SET pinned_seq = $2 WHERE event_id = $1', [eventUuid, seq ?? null]);
    await log('updateEvent', { change: 'pinned', message_seq: seq ?? room.pinnedSeq, enabled: !!seq }, actor.id);
  });
}

/**
 * Stops a viewer, with all their accounts, from writing, asking, reacting and raising a hand for some minutes; their
 * hand is lowered. A second time-out replaces the first; 0 minutes end it. Throws what `decideTimeOut` throws, and
 * `target_not_in_room`.
 */
export async function timeOut(
  deps: RoomsDeps,
  actor: Account,
  eventUuid: string,
  { username, minutes }: { readonly username: string; readonly minutes: number },
): Promise<void> {
  await changeRoom(deps, eventUuid, async (change) => {
    const { tx, room, log } = change;
    const { me, target } = await findTarget(change, actor, username);
    const decided = decideTimeOut(room, me, target, minutes);
    if (decided === 'keep') return;
    const person = await accountsOfPerson(change, target.id, decided === 'end' ? 'lifted' : 'decided');
    const ids = person.filter((one) => one.here).map((one) => one.id);
    await tx.query(
      `UPDATE room_member SET timed_out_until = app_now() + $3 * interval '1 ms'
       WHERE event_id = $1 AND user_id = ANY ($2)`,
      [eventUuid, ids, decided === 'end' ? null : decided.lastsMs],
    );
    if (decided !== 'end') await stepTurnQueue(change, { do: 'lower', userIds: ids });
    await log('updateEvent', { change: 'timed_out', user: target.id, minutes }, actor.id);
  });
}

/**
 * Removes every message and question of a person, with all their accounts, and what they wanted to ask with their hand.
 * Repeating it removes what they wrote since. Throws what `requireMayRemoveAll` throws, and `target_not_in_room`.
 */
export async function removeAllOf(deps: RoomsDeps, actor: Account, eventUuid: string, username: string): Promise<void> {
  await changeRoom(deps, eventUuid, async (change) => {
    const { tx, room, log } = change;
    const { me, target } = await findTarget(change, actor, username);
    requireMayRemoveAll(room, me, target);
    const accounts = (await accountsOfPerson(change, target.id, 'decided')).filter((one) => one.here);
    const ids = accounts.map((one) => one.id);
    await tx.query(
      `UPDATE chat_message SET removed_at = app_now()
       WHERE event_id = $1 AND author_id = ANY ($2) AND removed_at IS NULL`,
      [eventUuid, ids],
    );
    await tx.query('UPDATE room_member SET hand_question = NULL WHERE event_id = $1 AND user_id = ANY ($2)', [
      eventUuid,
      ids,
    ]);
    await dismissQuestionsOf(change, ids);
    for (const { id, username: name } of accounts) await log('personCleared', { username: name, author: id }, actor.id);
  });
}

/** What viewers cannot write from now on. Returns the list as it is kept. Throws `host_only` and what core throws. */
export async function setWordFilter(
  deps: RoomsDeps,
  actor: Account,
  eventUuid: string,
  words: readonly string[],
): Promise<string[]> {
  return changeRoom(deps, eventUuid, async ({ tx, room, log }) => {
    requireRoomRunner(room, await runnerOf(tx, room, actor.id));
    const kept = filterWords(words);
    if (kept.join('\n') === room.filteredWords.join('\n')) return kept;
    await tx.query('UPDATE room SET filtered_words = $2 WHERE event_id = $1', [eventUuid, kept]);
    await log('updateEvent', { change: 'word_filter', value: kept.length }, actor.id);
    return kept;
  });
}
