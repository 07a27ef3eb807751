import type { Socket } from 'socket.io-client';
import { RetryPause } from './retry-pause.ts';

interface KeepOptions {
  /** The shortest pause before the next attempt, after this refusal or an end by the server. */
  readonly pauseMs: (refusal?: Error) => number;
  /** What has to be done before each attempt. It may fail. */
  readonly before?: () => Promise<unknown>;
}

/**
 * Connects a socket again after a refused handshake and after the server ended the connection; where it gets no answer
 * the library does so itself. Returns what closes the socket for good.
 */
export function keepConnected(
  socket: Pick<Socket, 'active' | 'on' | 'off' | 'connect' | 'close'>,
  { pauseMs, before = async () => undefined }: KeepOptions,
): () => void {
  const pause = new RetryPause();
  let again: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  let connectedAt: number | undefined;
  const connect = async (): Promise<void> => {
    await before().catch(() => undefined);
    if (!isClosed) socket.connect();
  };
  const tryAgain = (refusal?: Error): void => {
    const lastedMs = connectedAt === undefined ? 0 : performance.now() - connectedAt;
    connectedAt = undefined;
    if (isClosed) return;
    clearTimeout(again);
    again = setTimeout(() => void connect(), pause.next(lastedMs, pauseMs(refusal)));
  };
  socket.on('connect', () => {
    connectedAt = performance.now();
  });
  socket.on('connect_error', (error) => {
    if (!socket.active) tryAgain(error);
  });
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') tryAgain();
  });
  return () => {
    isClosed = true;
    clearTimeout(again);
    socket.off();
    socket.close();
  };
}
