import type { LoggedUpdate } from '@frontrow/contract/broadcast/chat-files.ts';
import type { LiveUpdates } from '@frontrow/contract/rooms/live-updates.ts';
import type { WireCurrentState } from '@frontrow/contract/rooms/api.ts';
import type { WirePoll, WireQuestion } from '@frontrow/contract/rooms/audience-api.ts';
import { stateFor } from '../room-views.ts';
import type { NextInRoom } from '../rooms-deps.ts';
import type { LogLine } from './room-log.ts';

export type Update = {
  [K in keyof LiveUpdates]: { readonly name: K; readonly update: Parameters<LiveUpdates[K]>[0] };
}[keyof LiveUpdates];

export const changesState = (line: LogLine): boolean =>
  line.type === 'updateEvent' ||
  line.type === 'userBanned' ||
  line.type === 'personCleared' ||
  line.payload['counts'] === true;

const presenceChanges = new Set(['joined', 'left', 'gone']);
/** Somebody came or left. */
export const isPresence = (line: LogLine): boolean =>
  line.type === 'updateEvent' && presenceChanges.has(String(line.payload['change']));

/** The questions, or polls, that these lines are about. */
export const idsIn = (lines: readonly LogLine[], what: 'question' | 'poll'): string[] => [
  ...new Set(
    lines.flatMap(({ type, payload }) =>
      type === 'audienceChanged' && typeof payload[what] === 'string' ? [payload[what]] : [],
    ),
  ),
];

/** What the audience asks and votes for, as it is now. */
export interface AudienceNow {
  readonly questions: readonly WireQuestion[];
  readonly polls: readonly WirePoll[];
}
const nothing: AudienceNow = { questions: [], polls: [] };

function updateOf(eventUuid: string, line: LogLine, since: number): LoggedUpdate | undefined {
  const head = { event_uuid: eventUuid, since, seq: line.seq };
  if (line.type === 'newMessage')
    return line.message && { name: 'newMessage', update: { ...head, message: line.message } };
  if (line.type === 'messageRemoved')
    return { name: 'messageRemoved', update: { ...head, message_seq: Number(line.payload['message_seq']) } };
  if (line.type === 'userBanned')
    return {
      name: 'userBanned',
      update: { ...head, usernameBanned: String(line.payload['username']), blocked: line.payload['blocked'] === true },
    };
  if (line.type === 'personCleared')
    return { name: 'personCleared', update: { ...head, username: String(line.payload['username']) } };
  if (line.type === 'finishEvent')
    return { name: 'finishEvent', update: { ...head, cancelled: line.payload['cancelled'] === true } };
  return undefined;
}

/**
 * The updates for these lines, in order: each covers everything after its `since` up to its `seq`. Changes of the state
 * become one `updateEvent` at the end, however many there are, after changes of questions and polls. After the
 * finish no state follows.
 */
export function updatesFor(
  eventUuid: string,
  lines: readonly LogLine[],
  since: number,
  covered: number,
  state: WireCurrentState | undefined,
  { questions, polls }: AudienceNow = nothing,
): LoggedUpdate[] {
  const updates: LoggedUpdate[] = [];
  let last = since;
  for (const line of lines) {
    const update = updateOf(eventUuid, line, last);
    if (!update) continue;
    updates.push(update);
    last = line.seq;
  }
  const finished = lines.some((line) => line.type === 'finishEvent');
  if (questions.length + polls.length > 0 && !finished) {
    updates.push({
      name: 'audienceChanged',
      update: { event_uuid: eventUuid, since: last, seq: covered, questions: [...questions], polls: [...polls] },
    });
    last = covered;
  }
  if (state && !finished)
    updates.push({
      name: 'updateEvent',
      update: { event_uuid: eventUuid, since: last, seq: covered, current_state: state },
    });
  return updates;
}

/** The update as one reader sees it, while someone gets ready for the next turn. */
export function updateFor(one: Update, next: NextInRoom, readerId: number): Update {
  if (one.name !== 'updateEvent' && one.name !== 'snapshot') return one;
  const current_state = stateFor({ state: one.update.current_state, next }, readerId);
  return one.name === 'updateEvent'
    ? { name: one.name, update: { ...one.update, current_state } }
    : { name: one.name, update: { ...one.update, current_state } };
}
