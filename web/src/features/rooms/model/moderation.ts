import { inBoth, withoutPerson } from './chat-lines.ts';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import { type Act, isDone } from './actions.ts';
import type { Moderation } from './room-deps.ts';
import type { RoomScope } from './room-scope.ts';
import type { ModerationState } from './room-state.ts';

type Read = 'GET /events/streaming/moderation/:uuid';

/**
 * The log with one more page, newest first, and the blocked words. Pages come in any order: what is loaded stays unless
 * the first page left a gap to it. Words that were saved in the meantime are newer than the page's.
 */
function withPage(known: ModerationState | null, page: AnswerOf<Read>, isNewest: boolean): ModerationState {
  const words = known && !isNewest ? known.words : page.words;
  const loaded = new Set(page.actions.map(({ seq }) => seq));
  const others = known?.actions.filter(({ seq }) => !loaded.has(seq)) ?? [];
  const oldest = page.actions.at(-1)?.seq ?? 0;
  const isLast = !others.some(({ seq }) => seq < oldest);
  const hasGap = !isLast && others.length === known?.actions.length;
  if (!known || hasGap) return { words, actions: page.actions, next: page.next_cursor };
  return {
    words,
    actions: [...others, ...page.actions].toSorted((a, b) => b.seq - a.seq),
    next: isLast ? page.next_cursor : known.next,
  };
}

export function createModeration({ deps, get, set }: RoomScope, act: Act): Moderation {
  const { call } = deps;
  const event = { event_uuid: deps.eventUuid };
  /** How often the words were saved here. */
  let saved = 0;
  return {
    announce: (text) =>
      isDone(act, 'announce', () =>
        call('POST /events/streaming/announce', {
          body: { ...event, text },
          headers: { 'idempotency-key': deps.newId() },
        }),
      ),
    pin: (seq) =>
      act('pinMessage', () => call('POST /events/streaming/pin_message', { body: { ...event, message_id: seq } })),
    timeOut: (username, minutes) =>
      act(`timeOut ${username}`, () =>
        call('POST /events/streaming/time_out', {
          body: { ...event, username, ...(minutes !== undefined && { minutes }) },
        }),
      ),
    removeAllOf: (username) =>
      act(`removeAll ${username}`, async () => {
        const answer = await call('POST /events/streaming/messages_remove_all', { body: { ...event, username } });
        set(inBoth(get(), (lines) => withoutPerson(lines, username)));
        return answer;
      }),
    makeQuestion: (seq) =>
      isDone(act, `makeQuestion ${seq}`, () =>
        call('POST /events/streaming/questions/from_message', { body: { ...event, message_id: seq } }),
      ),
    setWords: (words) =>
      isDone(act, 'words', async () => {
        const answer = await call('POST /events/streaming/word_filter', { body: { ...event, words: [...words] } });
        saved += 1;
        const { moderation } = get();
        if (moderation) set({ moderation: { ...moderation, words: answer.words } });
        return answer;
      }),
    load: async (more = false) => {
      const from = more ? get().moderation?.next : null;
      const savedBefore = saved;
      try {
        const page = await call('GET /events/streaming/moderation/:uuid', {
          params: { uuid: deps.eventUuid },
          query: from ? { cursor: String(from) } : {},
        });
        // The log began again while this page was loaded: there would be a gap above it.
        if (from && get().moderation?.next !== from) return true;
        set({ moderation: withPage(get().moderation, page, savedBefore === saved) });
        return true;
      } catch (error) {
        deps.log('moderation not loaded', error);
        return false;
      }
    },
  };
}
