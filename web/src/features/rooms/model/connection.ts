import type { ChatDelivery } from '@frontrow/core/broadcast/delivery-rules.ts';
import { type EngineAddress, mediaByFiles, quietMedia, type RoomMedia, withoutEngine } from '../media/media-model.ts';
import { endingOf, type Exits } from './leaving.ts';
import type { LiveStateModel } from './live-state.ts';
import type { Memory } from './remembered-room.ts';
import type { OwnDevicesModel } from './own-devices.ts';
import { isKnownAway } from './people.ts';
import { keepsDevices } from './room-deps.ts';
import { requestSeat, type RoomScope } from './room-scope.ts';
import { type LiveState, type OwnDevices, priorityOf } from './room-state.ts';

/** How long to wait before the first ask for an engine. The pause doubles up to the maximum. */
const firstWaitMs = 5_000;
const waitMsMax = 60_000;

interface Waiting {
  /** Null when there is nothing left to wait for. Throws while the server does not answer. */
  readonly ask: () => Promise<EngineAddress | null>;
  readonly pause: (ms: number) => Promise<void>;
  readonly jitterMs: () => number;
  readonly isWanted: () => boolean;
}

/** Asks until there is an engine, and resolves to its address. Null once none is wanted. */
async function awaitEngine({ ask, pause, jitterMs, isWanted }: Waiting): Promise<EngineAddress | null> {
  for (let wait = firstWaitMs; ; wait = Math.min(wait * 2, waitMsMax)) {
    await pause(wait + jitterMs());
    if (!isWanted()) return null;
    try {
      const address = await ask();
      if (!address || !isWanted()) return null;
      if (address.url !== '') return address;
    } catch {
      // The server is away, or the engine is being prepared.
    }
  }
}

/** Between two asks of why the engine let go of this person. */
const askAgainMs = 3_000;
/** The socket says why a person was removed, or where their seat continues; it may come a little after the engine. */
const removedWaitMs = 1_000;

interface ConnectionParts {
  readonly exits: Exits;
  readonly live: LiveStateModel;
  readonly memory: Memory;
  readonly devices: () => OwnDevicesModel;
  readonly listen: (by: ChatDelivery) => void;
}

/** The host of a broadcast sits next to the encoder: its sound would come back into the microphone. */
const isPreview = ({ kind, me }: RoomScope['deps']): boolean => kind === 'broadcast' && me.isOwner;

/**
 * The engine's address for this tab: once the seat has moved to another one, LiveKit's own attempts to reconnect are
 * refused here, and do not push that one out.
 */
function forTab(url: string, memory: Memory): string {
  if (url === '') return url;
  const address = new URL(url);
  address.searchParams.set('session_id', memory.now().sessionId);
  return address.href;
}

/** The connection to the video engine: opened, renewed, waited for while there is no engine, and closed. */
export interface RoomConnection {
  media(): RoomMedia | null;
  open(address: EngineAddress, live: LiveState): void;
  /** Once inside: opens the devices that are wanted, or waits for an engine where there is none. */
  begin(wanted: OwnDevices): void;
  /** Looks for an engine again, without the long pauses of an earlier search. */
  search(): void;
  close(): void;
}

export function createConnection(scope: RoomScope, parts: ConnectionParts): RoomConnection {
  const { deps, set, isInside } = scope;
  const { memory, devices } = parts;
  const requestAddress = createAddressRequest(scope, parts, () => {
    close();
    set({ delivery: 'hls', media: mediaByFiles });
  });
  const learnWhy = createLearnWhy(scope, parts);
  let media: RoomMedia | null = null;

  const close = (): void => {
    const opened = media;
    // First: its reports while it ends no longer concern this room.
    media = null;
    void opened?.leave();
  };
  const search = createSearch(scope, parts, requestAddress, (address, live) => {
    open(address, live);
    set({ media: media?.state() ?? quietMedia });
    devices().openAgain(memory.now());
  });
  const waitForEngine = (): void => {
    memory.engineLost();
    void search();
  };
  /** The engine's connection is lost for good, or was never there. */
  const renew = async (): Promise<EngineAddress | null> => {
    const address = await requestAddress();
    if (address?.url !== '') {
      if (scope.get().media.connection === 'none' && memory.isTooLate()) devices().takeBothOffAir();
      return address;
    }
    close();
    if (!keepsDevices(deps)) devices().takeBothOffAir();
    set({ media: withoutEngine });
    waitForEngine();
    return null;
  };
  const open: RoomConnection['open'] = ({ url, token }, live) => {
    const opened = deps.connectMedia({
      url: forTab(url, memory),
      token,
      priority: priorityOf(live, deps.me),
      renew,
      onRemoved: (why) =>
        scope.timers.later(removedWaitMs, () => {
          // The person may have left, and be back in by another connection.
          if (media !== opened || !isInside()) return;
          if (why === 'moved') parts.exits.exit('move');
          else void learnWhy(() => media === opened && isInside());
        }),
      onDeviceFailed: (error) => devices().failed(error),
      log: deps.log,
      portrait: deps.portrait,
      silent: isPreview(deps),
    });
    media = opened;
    if (scope.get().feed.heard) opened.listen(true);
    opened.subscribe(() => {
      if (media !== opened) return;
      const next = opened.state();
      if (next.connection === 'none') memory.engineLost();
      if (next.connection === 'connected') memory.engineFound();
      set({ media: next });
    });
  };
  return {
    media: () => media,
    open,
    begin: (wanted) => (media ? devices().openAgain(wanted) : waitForEngine()),
    search: () => void search(),
    close,
  };
}

/**
 * Asks for a fresh address and token. An empty address: there is no engine. Null: the room admits no one any more, and
 * this browser is out. Throws where it is worth asking again.
 */
function createAddressRequest(
  { deps, isInside }: RoomScope,
  { exits, live, memory, listen }: ConnectionParts,
  onMovedToFiles: () => void,
) {
  return async (): Promise<EngineAddress | null> => {
    try {
      const answer = await requestSeat(deps, memory.now().sessionId, {
        takeOver: false,
        returning: true,
        backstage: memory.now().backstage ?? false,
      });
      if (!isInside()) return null;
      live.apply(answer.current_state);
      if (answer.delivery === 'hls') {
        // The place went to another viewer while this browser was away.
        onMovedToFiles();
        listen(answer.chat);
        return null;
      }
      return { url: forTab(answer.url, memory), token: answer.token };
    } catch (error) {
      const ending = endingOf(error);
      if (ending === null) throw error;
      if (isInside()) exits.by(ending);
      return null;
    }
  };
}

/** Waits for the first engine there is, and hands it on. A search that begins later ends the earlier ones. */
function createSearch(
  { deps, timers, get, isInside }: RoomScope,
  { memory, devices }: ConnectionParts,
  requestAddress: () => Promise<EngineAddress | null>,
  onFound: (address: EngineAddress, live: LiveState) => void,
) {
  let searches = 0;
  return async (): Promise<void> => {
    const mine = (searches += 1);
    const isWanted = (): boolean => searches === mine && isInside();
    const ask = async (): Promise<EngineAddress | null> => {
      const address = await requestAddress();
      if (isWanted() && memory.isTooLate()) devices().takeBothOffAir();
      return address;
    };
    const address = await awaitEngine({ ask, pause: timers.pause, jitterMs: deps.jitterMs, isWanted });
    const { live } = get();
    if (address && live) onFound(address, live);
  };
}

/** The engine let go of this person, and the socket has not said why: the list of who is in the room tells. */
function createLearnWhy({ deps, timers, get }: RoomScope, { exits, live }: ConnectionParts) {
  return async (isWanted: () => boolean): Promise<void> => {
    // Without an answer nothing is known: the seat may still be theirs, and the event may be over.
    while (isWanted() && !(await live.refetch())) await timers.pause(askAgainMs);
    if (!isWanted()) return;
    const { live: state } = get();
    const isAway = state === null || isKnownAway(state, deps.me.username);
    exits.exit(deps.me.isOwner || !isAway ? 'move' : 'lose');
  };
}
