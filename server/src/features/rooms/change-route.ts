import type { Account } from '@frontrow/core/kernel/actor.ts';
import { roomLimit } from '../../http/limits/limits.ts';
import { type AnyRoute, type Call, route } from '../../http/routes/route.ts';
import type { RoomsDeps } from './rooms-deps.ts';

/** Calls that change the room: each returns the state after the change. */
type Change = `POST /events/streaming/${
  | 'toggle_open_mic'
  | 'toggle_chat_enabled'
  | 'toggle_raise_hand'
  | 'slow_mode'
  | 'raise_hand'
  | 'lower_hands'
  | 'pin_hand'
  | 'order_hands'
  | 'set_turn_length'
  | 'extend_turn'
  | 'allow_mic'
  | 'screen_next'
  | 'ask_next'
  | 'answer_warm_up'
  | 'toggle_banned'
  | 'toggle_admin'
  | 'set_role'
  | 'set_stage_guest'
  | 'remove_viewer'
  | 'readmit_viewer'
  | 'announce'
  | 'pin_message'
  | 'time_out'
  | 'messages_remove_all'
  | 'toggle_reactions'
  | 'captions'}`;

export function change<N extends Change>(
  deps: RoomsDeps,
  call: N,
  work: (actor: Account, eventUuid: string, body: Call<N, 'member'>['body']) => Promise<void>,
  limit = roomLimit,
): AnyRoute {
  return route<Change, 'member'>({
    call,
    who: 'member',
    limit,
    handle: async ({ actor, body, idempotencyKey: key }) => {
      // A call that toggles would undo itself when it is repeated after a lost answer.
      await deps.idempotency.run({ scope: `${call}:${actor.id}`, key, body }, async () => {
        await work(actor, body.event_uuid, body as Call<N, 'member'>['body']);
        return {};
      });
      return { current_state: (await deps.snapshot(body.event_uuid, actor.id)).current_state };
    },
  });
}
