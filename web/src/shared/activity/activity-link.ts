import { activityNamespace } from '@frontrow/contract/stats/live-activity.ts';
import { io } from 'socket.io-client';
import { accessToken } from '#web/shared/api/tokens.ts';
import { keepConnected } from '#web/shared/api/keep-connected.ts';

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
  socket.on('connect', onNews);
  socket.on('activity', onNews);
  socket.on('requests', onNews);
  return keepConnected(socket, { pauseMs: () => retryMs, before: renew });
}
