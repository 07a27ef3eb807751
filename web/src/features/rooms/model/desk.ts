import { inBoth, withoutPerson } from './chat-lines.ts';
import type { Act } from './actions.ts';
import type { Desk } from './room-deps.ts';
import type { RoomScope } from './room-scope.ts';

export function createDesk({ deps, get, set }: RoomScope, act: Act): Desk {
  const { call } = deps;
  const event = { event_uuid: deps.eventUuid };
  /** True when the server did it. */
  const done = async (name: string, work: Parameters<Act>[1]): Promise<boolean> => {
    let isDone = false;
    await act(name, async (wish) => {
      const answer = await work(wish);
      isDone = true;
      return answer;
    });
    return isDone;
  };
  return {
    announce: (text) =>
      done('announce', () =>
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
      done(`makeQuestion ${seq}`, () =>
        call('POST /events/streaming/questions/from_message', { body: { ...event, message_id: seq } }),
      ),
    setWords: (words) =>
      done('words', async () => {
        const answer = await call('POST /events/streaming/word_filter', { body: { ...event, words: [...words] } });
        const { desk } = get();
        if (desk) set({ desk: { ...desk, words: answer.words } });
        return answer;
      }),
    load: async (more = false) => {
      const known = more ? get().desk : null;
      try {
        const page = await call('GET /events/streaming/moderation/:uuid', {
          params: { uuid: deps.eventUuid },
          query: known?.next ? { cursor: String(known.next) } : {},
        });
        set({
          desk: {
            words: page.words,
            actions: [...(known?.actions ?? []), ...page.actions],
            next: page.next_cursor,
          },
        });
        return true;
      } catch (error) {
        deps.log('moderation not loaded', error);
        return false;
      }
    },
  };
}
