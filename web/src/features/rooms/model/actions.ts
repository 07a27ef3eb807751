import { ApiRefusal } from '#web/shared/api/refusal.ts';
import { inBoth, withRemoved } from '../chat/chat-lines.ts';
import type { Act } from './act.ts';
import type { Exits } from './exits.ts';
import type { RoomModel } from './room-deps.ts';
import type { RoomScope } from './room-scope.ts';

type Actions = Pick<
  RoomModel,
  | 'setHand'
  | 'toggle'
  | 'setSlowMode'
  | 'setTurn'
  | 'setBanned'
  | 'setAdmin'
  | 'removeViewer'
  | 'readmitViewer'
  | 'removeMessage'
  | 'finish'
  | 'addTime'
>;

const toggleCalls = {
  openMic: 'POST /events/streaming/toggle_open_mic',
  chat: 'POST /events/streaming/toggle_chat_enabled',
  raiseHand: 'POST /events/streaming/toggle_raise_hand',
} as const;

/** Hand, turn, switches, moderation and the finish: one call each, decided by the server. */
export function createActions({ deps, get, set }: RoomScope, act: Act, exits: Exits): Actions {
  const { call } = deps;
  const event = { event_uuid: deps.eventUuid };
  return {
    setHand: (raised) => act('hand', () => call('POST /events/streaming/raise_hand', { body: { ...event, raised } })),
    toggle: (what, wanted) => act(what, (enabled) => call(toggleCalls[what], { body: { ...event, enabled } }), wanted),
    setSlowMode: (seconds) =>
      act('slowMode', () => call('POST /events/streaming/slow_mode', { body: { ...event, seconds } })),
    setTurn: (username, enabled) =>
      act('turn', () => call('POST /events/streaming/allow_mic', { body: { ...event, username, enabled } })),
    setBanned: (username, enabled) =>
      act(`ban ${username}`, () =>
        call('POST /events/streaming/toggle_banned', { body: { ...event, username, enabled } }),
      ),
    setAdmin: (username, enabled) =>
      act(`admin ${username}`, () =>
        call('POST /events/streaming/toggle_admin', { body: { ...event, username, enabled } }),
      ),
    removeViewer: (username) =>
      act(`remove ${username}`, () => call('POST /events/streaming/remove_viewer', { body: { ...event, username } })),
    readmitViewer: (username) =>
      act(`readmit ${username}`, () => call('POST /events/streaming/readmit_viewer', { body: { ...event, username } })),
    removeMessage: (seq) =>
      act(`removeMessage ${seq}`, async () => {
        await call('POST /events/streaming/messages_remove', { body: { ...event, seq } });
        set(inBoth(get(), (lines) => withRemoved(lines, seq)));
        return null;
      }),
    addTime: () =>
      act('addTime', async () => {
        try {
          return await call('POST /private_meetings/add_time', { body: event });
        } catch (error) {
          if (!(error instanceof ApiRefusal) || !error.is('time_taken')) throw error;
          // The sentence is of somebody who asks for a time.
          deps.notify({ kind: 'timeTaken' });
          return null;
        }
      }),
    finish: () =>
      act('finish', async () => {
        // The socket may tell of the end before the call is answered.
        exits.expectOwnFinish(true);
        try {
          await call('POST /events/streaming/stop_streaming', { body: event });
        } catch (error) {
          exits.expectOwnFinish(false);
          throw error;
        }
        exits.finish();
        return null;
      }),
  };
}
