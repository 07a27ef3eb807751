import type { LoggedUpdate } from '@frontrow/contract/broadcast/chat-files.ts';
import type { Db } from '../../../db/db.ts';
import { publicPolls } from '../poll-views.ts';
import { publicQuestions } from '../question-views.ts';
import { readState } from '../room-views.ts';
import { linesAfter, linesReadMax, type LogLine } from './room-log.ts';
import { type AudienceNow, changesState, idsIn, isPresence, updatesFor } from './wire-updates.ts';

/** More pages of the log than a room writes in two seconds. */
const pagesMax = 10;

/** What everyone in a room was told after one number, up to another. */
export interface RoomChanges {
  /** The updates begin after this number. Higher than what was asked for where too much happened in between. */
  readonly since: number;
  readonly seq: number;
  /** In order, as sockets get them. Nothing of them is meant for one person. */
  readonly updates: readonly LoggedUpdate[];
}

/** Questions and polls of these lines, as they are now: many votes of a moment are one change. */
export async function audienceOf(db: Db, lines: readonly LogLine[]): Promise<AudienceNow> {
  const [questions, polls] = [idsIn(lines, 'question'), idsIn(lines, 'poll')];
  return {
    questions: questions.length === 0 ? [] : await publicQuestions(db, questions),
    polls: polls.length === 0 ? [] : await publicPolls(db, polls),
  };
}

/**
 * Reads the log after this number. Lines are numbered and committed under the room's lock, so what is read has no gap.
 * Throws `event_not_found`.
 */
export async function readChanges(db: Db, eventUuid: string, after: number): Promise<RoomChanges> {
  const told: LogLine[] = [];
  let seq = after;
  let changed = false;
  for (let page = 0; ; page += 1) {
    const lines = await linesAfter(db, eventUuid, seq);
    seq = lines.at(-1)?.seq ?? seq;
    changed ||= lines.some(changesState);
    told.push(...lines.filter((line) => !isPresence(line)));
    if (lines.length < linesReadMax) break;
    if (page >= pagesMax) {
      const { state } = await readState(db, eventUuid);
      return { since: state.seq, seq: state.seq, updates: [] };
    }
  }
  const state = changed ? (await readState(db, eventUuid)).state : undefined;
  return { since: after, seq, updates: updatesFor(eventUuid, told, after, seq, state, await audienceOf(db, told)) };
}
