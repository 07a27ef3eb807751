import type { LiveUpdates, SocketHandshake, SocketRefusal } from '@frontrow/contract/rooms/live-updates.ts';
import { io } from 'socket.io-client';
import { RetryPause } from '#web/shared/api/retry-pause.ts';

/** One live update with its payload. */
export type LiveUpdate = {
  [K in keyof LiveUpdates]: { name: K; update: Parameters<LiveUpdates[K]>[0] };
}[keyof LiveUpdates];

export interface LinkOptions {
  /** Called at every connect and reconnect, so that the last number and a fresh token are sent. */
  handshake: () => SocketHandshake;
  onUpdate: (update: LiveUpdate) => void;
  onState: (state: 'connected' | 'lost') => void;
  /** The server refused the handshake. The link tries again after growing pauses, unless it is closed. */
  onRefused: (code: string) => void;
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
  'reactions',
  'snapshot',
] as const satisfies readonly (keyof LiveUpdates)[];
const retryMs = 500;
const retryMaxMs = 4_000;

/** Connects to the room's socket and stays connected. Every update is acknowledged with 'Ok'. */
export function openLiveLink({ handshake, onUpdate, onState, onRefused }: LinkOptions): LiveLink {
  const socket = io({
    transports: ['websocket', 'polling'],
    auth: (send) => send(handshake()),
    reconnectionDelay: retryMs,
    reconnectionDelayMax: retryMaxMs,
    forceNew: true,
  });
  const retry = new RetryPause();
  let connectedAt: number | null = null;
  let again: ReturnType<typeof setTimeout> | undefined;
  let closed = false;
  const tryAgain = (askedSeconds?: number): void => {
    const lasted = connectedAt === null ? 0 : performance.now() - connectedAt;
    connectedAt = null;
    if (closed) return;
    clearTimeout(again);
    again = setTimeout(() => socket.connect(), retry.next(lasted, (askedSeconds ?? 0) * 1000));
  };
  socket.on('connect', () => {
    connectedAt = performance.now();
    onState('connected');
  });
  socket.on('connect_error', (error: Error & { data?: SocketRefusal }) => {
    onState('lost');
    // Without an answer the library tries again by itself. After a refused handshake it does not.
    if (socket.active) return;
    if (error.data) onRefused(error.data.code);
    tryAgain(error.data?.retry_after);
  });
  socket.on('disconnect', (reason) => {
    onState('lost');
    if (reason === 'io server disconnect') tryAgain();
  });
  for (const name of names) {
    socket.on(name, (update: LiveUpdate['update'], ack?: (ok: 'Ok') => void) => {
      ack?.('Ok');
      onUpdate({ name, update } as LiveUpdate);
    });
  }
  return {
    close: () => {
      closed = true;
      clearTimeout(again);
      socket.off();
      socket.close();
    },
  };
}
