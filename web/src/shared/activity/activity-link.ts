import { activityNamespace } from '@frontrow/contract/stats/live-activity.ts';
import { io } from 'socket.io-client';
import { accessToken } from '#web/shared/api/tokens.ts';
import { keepConnected } from '#web/shared/api/keep-connected.ts';

const retryMs = 1_000;
const retryMaxMs = 30_000;

/** A request that was lost without a word holds up nothing for longer than this. */
const answerMsMax = 10_000;

/**
 * Does the work for each call, but not while it is under way: then once more at its end. News that come faster than a
 * slow line answers would otherwise begin it again and again, and nothing would ever be shown.
 */
export function oneAtATime(work: () => Promise<unknown>): () => void {
  let isAsking = false;
  let isDue = false;
  return function run(): void {
    isDue = isAsking;
    if (isDue) return;
    isAsking = true;
    const lost = new Promise((resolve) => setTimeout(resolve, answerMsMax));
    void Promise.race([work(), lost]).finally(() => {
      isAsking = false;
      if (isDue) run();
    });
  };
}

/**
 * Listens to what happens to the reader's events and private requests; `ask` is called when there is something to
 * ask for, also after a lost connection. `renew` makes a call, so that an old access token is renewed before the next
 * attempt.
 */
export function openActivityLink(ask: () => Promise<unknown>, renew: () => Promise<unknown>): () => void {
  const socket = io(activityNamespace, {
    transports: ['websocket', 'polling'],
    auth: (send) => send({ token: accessToken() ?? '' }),
    reconnectionDelay: retryMs,
    reconnectionDelayMax: retryMaxMs,
    forceNew: true,
  });
  const onNews = oneAtATime(ask);
  socket.on('connect', onNews);
  socket.on('activity', onNews);
  socket.on('requests', onNews);
  return keepConnected(socket, { pauseMs: () => retryMs, before: renew });
}
