import { activityNamespace } from '@frontrow/contract/stats/live-activity.ts';
import { io } from 'socket.io-client';
import { accessToken } from '#web/shared/api/tokens.ts';
import { RetryPause } from '#web/shared/api/retry-pause.ts';

const retryMs = 1_000;
const retryMaxMs = 30_000;

/**
 * Listens to what happens to the reader's events and private requests; `onNews` is called when there is something to
 * ask for, also after a lost connection. `renew` makes a call, so that an old access token is renewed before the next
 * attempt.
 */
export function openActivityLink(onNews: () => void, renew: () => Promise<unknown>): () => void {
  const socket = io(activityNamespace, {
    transports: ['websocket', 'polling'],
    auth: (send) => send({ token: accessToken() ?? '' }),
    reconnectionDelay: retryMs,
    reconnectionDelayMax: retryMaxMs,
    forceNew: true,
  });
  const pause = new RetryPause();
  let again: ReturnType<typeof setTimeout> | undefined;
  let closed = false;
  let connectedAt: number | undefined;
  const tryAgain = (): void => {
    const lasted = connectedAt === undefined ? 0 : performance.now() - connectedAt;
    connectedAt = undefined;
    if (closed) return;
    clearTimeout(again);
    again = setTimeout(
      () => {
        void renew()
          .catch(() => undefined)
          .then(() => !closed && socket.connect());
      },
      pause.next(lasted, retryMs),
    );
  };
  socket.on('connect', () => {
    connectedAt = performance.now();
    onNews();
  });
  socket.on('activity', onNews);
  socket.on('requests', onNews);
  socket.on('connect_error', () => {
    // Without an answer the library tries again automatically. After a refused handshake it does not.
    if (!socket.active) tryAgain();
  });
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') tryAgain();
  });
  return () => {
    closed = true;
    clearTimeout(again);
    socket.off();
    socket.close();
  };
}
