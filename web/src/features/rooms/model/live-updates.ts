import { inBoth, withoutPerson, withRemoved } from '../chat/chat-lines.ts';
import type { Exits } from './exits.ts';
import type { LiveUpdate } from './live-link.ts';
import type { LiveStateModel } from './live-state.ts';
import type { Reactions } from '../reactions/reactions-model.ts';
import type { RoomScope } from './room-scope.ts';

interface Parts {
  readonly exits: Exits;
  readonly live: LiveStateModel;
  readonly reactions: Pick<Reactions, 'told'>;
}

/** What each live update changes in this browser. */
export function createLiveUpdates(scope: RoomScope, { exits, live, reactions }: Parts): (update: LiveUpdate) => void {
  const { deps, get, set, isInside } = scope;
  /** The same block may be told twice, before and after a reconnect; the person reads of it once. */
  const told = new Set<string>();

  const banned = (username: string, blocked: boolean, seq: number): void => {
    const { live: state } = get();
    if (blocked) set(inBoth(get(), (lines) => withoutPerson(lines, username)));
    if (state) {
      const others = state.banned.filter((name) => name !== username);
      set({ live: { ...state, banned: blocked ? [...others, username] : others } });
    }
    const key = `ban ${seq} ${blocked}`;
    if (username !== deps.me.username || told.has(key)) return;
    told.add(key);
    deps.notify({ kind: blocked ? 'blocked' : 'unblocked' });
  };
  const snapshot = (update: Extract<LiveUpdate, { name: 'snapshot' }>['update']): void => {
    live.jump(update.seq);
    const unsent = get().chat.filter((line) => line.seq === null);
    set({ chat: unsent });
    live.addMessages(update.messages);
    live.apply(update.current_state);
  };

  return ({ name, update }) => {
    if (update.event_uuid !== deps.eventUuid || !isInside()) return;
    if (name === 'sessionMoved') return void exits.exit('move');
    if (name === 'viewerRemoved') return void exits.exit('remove');
    if (name === 'finishEvent') return exits.finish(update.cancelled);
    if (name === 'snapshot') return snapshot(update);
    // Not a change of the room: it has no number.
    if (name === 'reactions') return reactions.told(update.counts);
    live.note(update.seq, update.since);
    if (name === 'updateEvent') live.apply(update.current_state);
    else if (name === 'newMessage') live.addMessages([update.message], true);
    else if (name === 'messageRemoved') set(inBoth(get(), (lines) => withRemoved(lines, update.message_seq)));
    else banned(update.usernameBanned, update.blocked, update.seq);
  };
}
