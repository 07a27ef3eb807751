import { keepConnected } from '#web/shared/api/keep-connected.ts';
import type { LiveUpdates, SocketRefusal } from '@frontrow/contract/rooms/live-updates.ts';
import type { WireChatMessage } from '@frontrow/contract/rooms/api.ts';
import { io } from 'socket.io-client';
import { inBoth, withoutPerson, withRemoved } from './chat-lines.ts';
import type { AudienceModel } from './audience.ts';
import type { Exits } from './leaving.ts';
import type { LiveStateModel } from './live-state.ts';
import type { Captions, LinkOptions, LiveLink, LiveUpdate, Reactions } from './room-deps.ts';
import type { RoomScope } from './room-scope.ts';
import { rewoundMs } from './room-state.ts';

const names = [
  'updateEvent',
  'newMessage',
  'messageRemoved',
  'userBanned',
  'personCleared',
  'audienceChanged',
  'finishEvent',
  'sessionMoved',
  'viewerRemoved',
  'reactions',
  'caption',
  'captionsStopped',
  'connectionQualities',
  'snapshot',
] as const satisfies readonly (keyof LiveUpdates)[];
const retryMs = 500;
const retryMaxMs = 4_000;

type Refused = Error & { data?: SocketRefusal };

/** Connects to the room's socket and stays connected. Every update is acknowledged with 'Ok'. */
export function openLiveLink({ handshake, onUpdate, onState, onRefused }: LinkOptions): LiveLink {
  const socket = io({
    transports: ['websocket', 'polling'],
    auth: (send) => send(handshake()),
    reconnectionDelay: retryMs,
    reconnectionDelayMax: retryMaxMs,
    forceNew: true,
  });
  socket.on('connect', () => onState('connected'));
  socket.on('connect_error', (error: Refused) => {
    onState('lost');
    if (!socket.active && error.data) onRefused(error.data.code);
  });
  socket.on('disconnect', () => onState('lost'));
  const close = keepConnected(socket, {
    pauseMs: (refusal?: Refused) => (refusal?.data?.retry_after ?? 0) * 1000,
  });
  for (const name of names) {
    socket.on(name, (update: LiveUpdate['update'], ack?: (ok: 'Ok') => void) => {
      ack?.('Ok');
      onUpdate({ name, update } as LiveUpdate);
    });
  }
  return {
    sendSound: (sound) => {
      if (sound === null) socket.volatile.emit('captionSoundEnd');
      else socket.volatile.emit('captionSound', sound);
    },
    reportQuality: (step) => void socket.volatile.emit('connectionQuality', step),
    close,
  };
}

interface Parts {
  readonly exits: Exits;
  readonly live: LiveStateModel;
  readonly reactions: Pick<Reactions, 'told'>;
  readonly captions: Pick<Captions, 'told' | 'stopped'>;
  readonly audience: Pick<AudienceModel, 'told'>;
}

/** What each live update changes in this browser. */
export function createLiveUpdates(
  scope: RoomScope,
  { exits, live, reactions, captions, audience }: Parts,
): (update: LiveUpdate, at?: number) => void {
  const { deps, timers, get, set, isInside } = scope;
  /** The same block may be told twice, before and after a reconnect; the person reads of it once. */
  const told = new Set<string>();

  const { waiting } = live;
  /**
   * Chat and reactions come as late as the picture by HLS, so that they belong to what is seen. To people who have
   * rewound they come at once. `at`: when it was, which may be some seconds ago where the chat is read as files.
   */
  const asShown = (at: number, show: () => void): void => {
    const { behindMs, delivery } = get();
    const pauseMs = behindMs - Math.max(0, deps.now() - at);
    if (delivery === 'webrtc' || behindMs > rewoundMs || pauseMs <= 0) return show();
    timers.later(pauseMs, () => isInside() && show());
  };
  const said = (message: WireChatMessage): void => {
    if (message.user.user_username === deps.me.username) return live.addMessages([message], true);
    waiting.add(message);
    asShown(message.at, () => waiting.delete(message) && live.addMessages([message], true));
  };
  const removed = (removedSeq: number, seq: number): void => {
    live.withdraw(seq, (message) => message.seq === removedSeq);
    set(inBoth(get(), (lines) => withRemoved(lines, removedSeq)));
  };
  const cleared = (username: string, seq: number): void => {
    live.withdraw(seq, ({ user }) => user.user_username === username);
    set(inBoth(get(), (lines) => withoutPerson(lines, username)));
  };
  const banned = (username: string, blocked: boolean, seq: number): void => {
    const { live: state } = get();
    if (blocked) cleared(username, seq);
    if (state) {
      const others = state.banned.filter((name) => name !== username);
      set({ live: { ...state, banned: blocked ? [...others, username] : others } });
    }
    const key = `ban ${seq} ${blocked}`;
    if (username !== deps.me.username || told.has(key)) return;
    told.add(key);
    deps.notify({ kind: blocked ? 'blocked' : 'unblocked' });
  };

  return ({ name, update }, at = deps.now()) => {
    if (update.event_uuid !== deps.eventUuid || !isInside()) return;
    if (name === 'sessionMoved') {
      const { device = '', same_login: isSameLogin = false } = update;
      return void exits.exit('move', { moved: { how: 'continued', device, isSameLogin } });
    }
    if (name === 'viewerRemoved') return void exits.exit('remove');
    if (name === 'finishEvent') return exits.finish(update.cancelled);
    if (name === 'snapshot') return live.replace(update.seq, update);
    // Not a change of the room: it has no number.
    if (name === 'reactions') return asShown(at, () => reactions.told(update.counts));
    if (name === 'caption') return asShown(at, () => captions.told(update));
    if (name === 'connectionQualities') return set({ reported: new Map(Object.entries(update.people)) });
    if (name === 'captionsStopped') return captions.stopped(update.message);
    live.note(update.seq, update.since);
    if (name === 'updateEvent') live.apply(update.current_state);
    else if (name === 'newMessage') said(update.message);
    else if (name === 'audienceChanged') audience.told(update);
    else if (name === 'messageRemoved') removed(update.message_seq, update.seq);
    else if (name === 'personCleared') cleared(update.username, update.seq);
    else banned(update.usernameBanned, update.blocked, update.seq);
  };
}
