import type { ChatDelivery } from '@frontrow/core/broadcast/delivery-rules.ts';
import { chatSocketKeptMs } from '@frontrow/core/broadcast/chat-file-limits.ts';
import { type ConnectionStep, qualityReportedEveryMs } from '@frontrow/core/rooms/connection-quality.ts';
import { ApiRefusal } from '#web/shared/api/refusal.ts';
import type { RoomConnection } from './connection.ts';
import { endingOf, endingOfCode, type Exits } from './leaving.ts';
import type { LiveStateModel } from './live-state.ts';
import type { Memory } from './remembered-room.ts';
import type { LiveLink, LiveUpdate } from './room-deps.ts';
import type { RoomScope } from './room-scope.ts';
import { capabilitiesIn } from './room-state.ts';

/** The server counts by its own clock: a report is never early for it. */
const reportedLateMs = 500;
/** What was written waits this long for the socket, and is sent without it then. */
const socketWaitMs = 4_000;

interface ListeningParts {
  readonly exits: Exits;
  readonly live: LiveStateModel;
  readonly memory: Memory;
  readonly connection: RoomConnection;
  readonly onUpdate: (update: LiveUpdate, at?: number) => void;
  readonly keyOf: (number: number) => Promise<ArrayBuffer>;
  /** Asks for a seat again, and does what the answer says. Throws where there is none. */
  readonly takeSeat: () => Promise<void>;
}

/** How this browser hears of changes: by the room's socket, or by files where the server wants that. */
export interface Listening {
  /** Begins, or changes over. What listened before goes on until the other one has what it needs. */
  listen(by: ChatDelivery): void;
  /** Somebody writes: resolves once the socket is there, or takes too long. People who have one do not wait. */
  beforeWriting(): Promise<void>;
  /** The speaker's sound for the transcription server; null says that it ends. */
  sendSound(sound: ArrayBuffer | null): void;
  close(): void;
}

export function createListening(scope: RoomScope, parts: ListeningParts): Listening {
  const { deps, store, get, set, isInside } = scope;
  const { exits, live, memory, connection, onUpdate } = parts;
  let link: LiveLink | null = null;
  let stopFiles: (() => void) | null = null;
  const waiting: (() => void)[] = [];

  const endFiles = (): void => {
    stopFiles?.();
    stopFiles = null;
  };
  const closeLink = (): void => {
    link?.close();
    link = null;
  };
  const handshake = () => ({
    token: deps.token() ?? '',
    event_uuid: deps.eventUuid,
    username: deps.me.username,
    user_ide: deps.me.ide,
    session_id: memory.now().sessionId,
    last_seq: live.lastSeq(),
  });
  const onState = (state: 'connected' | 'lost'): void => {
    // Until the socket is there the files tell everything.
    if (stopFiles && state === 'lost') return;
    endFiles();
    const before = get().link;
    set({ link: state });
    for (const go of waiting.splice(0)) go();
    // Asking over HTTP also renews an expired token before the next handshake.
    if (state === 'lost' && before !== 'lost') live.refetchSoon(() => get().link === 'lost');
    // An engine mostly comes up with the server's next start.
    if (state === 'connected' && before === 'lost' && !connection.media() && get().delivery === 'webrtc')
      connection.search();
  };
  const onRefused = (code: string): void => {
    const ending = endingOfCode(code);
    if (ending && isInside()) exits.by(ending);
  };
  const openLink = (): void => {
    link ??= deps.openLink({ handshake, onUpdate, onState, onRefused });
  };
  const openFiles = (): void => {
    if (stopFiles) return;
    let isStopped = false;
    stopFiles = () => (isStopped = true);
    beginReading(scope, parts, openLink, () => isStopped)
      .then((stop) => {
        if (stop && isStopped) stop();
        else if (stop) stopFiles = stop;
      })
      .catch((error: unknown) => {
        deps.log('chat files not read', error);
        openLink();
      });
  };
  const writing = createWriting(scope, memory, () => {
    openFiles();
    closeLink();
  });
  followQuality(scope, (step) => link?.reportQuality(step));
  store.subscribe((now, before) => {
    // Files leave out what only moderators get.
    if (now.live !== before.live && stopFiles && !link && capabilitiesIn(now, deps.me).mayModerate) openLink();
  });
  return {
    listen: (by) => {
      if (by === 'socket') return openLink();
      if (waiting.length > 0) return;
      openFiles();
      closeLink();
    },
    beforeWriting: async () => {
      writing.wrote();
      if (!stopFiles || !isInside()) return;
      if (!link) writing.opened();
      openLink();
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        scope.timers.later(socketWaitMs, resolve);
      });
    },
    sendSound: (sound) => link?.sendSound(sound),
    close: () => {
      for (const go of waiting.splice(0)) go();
      writing.ended();
      endFiles();
      closeLink();
    },
  };
}

/** Null where this browser reads by the socket after all. */
async function beginReading(
  scope: RoomScope,
  { exits, live, onUpdate, keyOf, takeSeat }: ListeningParts,
  openLink: () => void,
  isStopped: () => boolean,
): Promise<(() => void) | null> {
  const { deps, get, set, isInside } = scope;
  const [{ readChatFiles }, { canOpenChatFiles }] = await Promise.all([
    import('./chat-files.ts'),
    import('./sealed-file.ts'),
  ]);
  if (isStopped() || !isInside()) return null;
  if (!canOpenChatFiles()) {
    openLink();
    return null;
  }
  const leave = (error: unknown): void => {
    const ending = endingOf(error);
    if (ending && isInside()) exits.by(ending);
  };
  const onFailed = async (error: unknown): Promise<void> => {
    if (!(error instanceof ApiRefusal)) return deps.log('chat file not read', error);
    // A blocked person gets no more keys, but may still read the room.
    if (error.is('banned')) return openLink();
    if (error.is('hls_not_yet')) return;
    // There are no files while the server knows of no reader: the seat ended, or the event has been over for long.
    if (error.is('not_found')) return takeSeat().catch(leave);
    leave(error);
  };
  return readChatFiles(scope, {
    live,
    keyOf,
    tell: (update, at) => {
      onUpdate(update, at);
      // By a socket it would come in person.
      if (get().live?.removed.some(({ username }) => username === deps.me.username)) exits.exit('remove');
    },
    onState: (link) => {
      if (get().link !== link) set({ link });
    },
    onFailed,
  });
}

/** Closes a socket that was opened for writing once its person has not written for a while. */
function createWriting({ deps, timers, isInside }: RoomScope, memory: Memory, backToFiles: () => void) {
  let wroteAt = 0;
  /** Which socket it is; odd while there is one. */
  let socket = 0;
  const giveBack = async (mine: number): Promise<void> => {
    const isMine = (): boolean => socket === mine && isInside();
    if (!isMine()) return;
    const quietMs = deps.now() - wroteAt;
    if (quietMs < chatSocketKeptMs) return void timers.later(chatSocketKeptMs - quietMs, () => void giveBack(mine));
    try {
      const { chat } = await deps.call('POST /events/streaming/read_by_files', {
        body: { event_uuid: deps.eventUuid, session_id: memory.now().sessionId },
      });
      if (chat === 'files' && isMine() && deps.now() - wroteAt >= chatSocketKeptMs) {
        socket += 1;
        return backToFiles();
      }
    } catch (error) {
      deps.log('socket not closed after writing', error);
    }
    timers.later(chatSocketKeptMs, () => void giveBack(mine));
  };
  return {
    wrote: (): void => void (wroteAt = deps.now()),
    opened: (): void => {
      socket += 1;
      const mine = socket;
      timers.later(chatSocketKeptMs, () => void giveBack(mine));
    },
    ended: (): void => void (socket += 1),
  };
}

/**
 * Reports how good this browser's connection is: when the link connects, and after each change. Thousands may watch by
 * HLS: they report once theirs was not good.
 */
function followQuality({ deps, store, timers, get }: RoomScope, report: (step: ConnectionStep) => void): void {
  let reported: ConnectionStep | null = null;
  let waits = false;
  const look = (): void => {
    const { link, media, delivery } = get();
    if (link !== 'connected') return void (reported = null);
    // Without pictures the connection looks good, because it carries little.
    const step = media.audioOnly ? 'weak' : (media.quality.get(deps.me.username) ?? null);
    if (step === null || step === reported || waits) return;
    if (delivery === 'hls' && step === 'good' && reported === null) return;
    reported = step;
    waits = true;
    report(step);
    timers.later(qualityReportedEveryMs + reportedLateMs, () => {
      waits = false;
      look();
    });
  };
  store.subscribe(look);
}
