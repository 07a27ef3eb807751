import { endingOfCode } from './endings.ts';
import type { RoomConnection } from './connection.ts';
import type { Exits } from './exits.ts';
import type { LiveLink, LiveUpdate } from './live-link.ts';
import type { LiveStateModel } from './live-state.ts';
import type { Memory } from './memory.ts';
import type { RoomScope } from './room-scope.ts';

export interface ListeningParts {
  readonly exits: Exits;
  readonly live: LiveStateModel;
  readonly memory: Memory;
  readonly connection: RoomConnection;
  readonly onUpdate: (update: LiveUpdate) => void;
}

/** The socket of the room, by which the server tells of changes. */
export interface Listening {
  open(): void;
  close(): void;
}

export function createListening(scope: RoomScope, parts: ListeningParts): Listening {
  const { deps, get, set, isInside } = scope;
  const { exits, live, memory, connection, onUpdate } = parts;
  let link: LiveLink | null = null;

  const handshake = () => ({
    token: deps.token() ?? '',
    event_uuid: deps.eventUuid,
    username: deps.me.username,
    user_ide: deps.me.ide,
    session_id: memory.now().sessionId,
    last_seq: live.lastSeq(),
  });
  const onState = (state: 'connected' | 'lost'): void => {
    const before = get().link;
    set({ link: state });
    // Asking over HTTP also renews an expired token before the next handshake.
    if (state === 'lost' && before !== 'lost') live.refetchSoon(() => get().link === 'lost');
    // An engine mostly comes up with the server's next start.
    if (state === 'connected' && before === 'lost' && !connection.media()) connection.search();
  };
  const onRefused = (code: string): void => {
    const ending = endingOfCode(code);
    if (ending && isInside()) exits.by(ending);
  };
  return {
    open: () => {
      link = deps.openLink({ handshake, onUpdate, onState, onRefused });
    },
    close: () => {
      link?.close();
      link = null;
    },
  };
}
