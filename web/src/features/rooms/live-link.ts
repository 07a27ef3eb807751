import type { LiveUpdates, SocketHandshake } from '@frontrow/contract/rooms/live-updates.ts';
import { io } from 'socket.io-client';

/** One live update with what it carries. */
export type LiveUpdate = {
  [K in keyof LiveUpdates]: { name: K; update: Parameters<LiveUpdates[K]>[0] };
}[keyof LiveUpdates];

export interface LinkOptions {
  /** Asked at every (re)connect, so that the last number and a fresh token are sent. */
  handshake: () => SocketHandshake;
  onUpdate: (update: LiveUpdate) => void;
  onState: (state: 'connected' | 'lost') => void;
}

export interface LiveLink {
  close(): void;
}

const names = [
  'updateEvent',
  'newMessage',
  'messageRemoved',
  'userBanned',
  'finishEvent',
  'sessionMoved',
  'viewerRemoved',
  'snapshot',
] as const satisfies readonly (keyof LiveUpdates)[];
const retryMs = 500;
const retryMaxMs = 4_000;

/** Connects once and stays connected; every update is acknowledged with 'Ok' (spec §4). */
export function openLiveLink({ handshake, onUpdate, onState }: LinkOptions): LiveLink {
  const socket = io({
    transports: ['websocket', 'polling'],
    auth: (send) => send(handshake()),
    reconnectionDelay: retryMs,
    reconnectionDelayMax: retryMaxMs,
    forceNew: true,
  });
  socket.on('connect', () => onState('connected'));
  socket.on('connect_error', () => {
    onState('lost');
    // A refused handshake ends the library's own attempts; the token may just have been old.
    if (!socket.active) again = setTimeout(() => socket.connect(), retryMaxMs);
  });
  socket.on('disconnect', (reason) => {
    onState('lost');
    if (reason === 'io server disconnect') again = setTimeout(() => socket.connect(), retryMs);
  });
  let again: ReturnType<typeof setTimeout> | undefined;
  for (const name of names) {
    socket.on(name, (update: LiveUpdate['update'], ack?: (ok: 'Ok') => void) => {
      ack?.('Ok');
      onUpdate({ name, update } as LiveUpdate);
    });
  }
  return {
    close: () => {
      clearTimeout(again);
      socket.off();
      socket.close();
    },
  };
}
