import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { refuse } from '@frontrow/core/refuse.ts';

/** Bodies arrive within this, except where a route asks for a minimum rate instead. */
export const bodyMsMax = minutes(1);

/** How long the body of one request may still take. */
export interface BodyClock {
  /** From here on something else watches how fast the body arrives. */
  stop(): void;
  /** What is left of the body has the whole time again. */
  restart(): void;
}

const clocks = new WeakMap<IncomingMessage, BodyClock>();
/** A request that never was on the network has no clock. */
const noClock: BodyClock = { stop: () => undefined, restart: () => undefined };

export const bodyClockOf = (request: IncomingMessage): BodyClock => clocks.get(request) ?? noClock;

export const bringsBody = ({ headers }: IncomingMessage): boolean =>
  (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined;

/**
 * Ends requests whose body takes too long, also where nobody reads it. Node's own `requestTimeout` is one number for
 * the whole server and would cut every large upload on a slow line.
 */
export function limitBodyTime(server: Server, tooSlow: (socket: Socket) => void, msMax = bodyMsMax): void {
  server.prependListener('request', (request: IncomingMessage) => {
    if (!bringsBody(request)) return;
    let timer: NodeJS.Timeout | undefined;
    const stop = (): void => clearTimeout(timer);
    const restart = (): void => {
      stop();
      if (!request.readableEnded && !request.destroyed)
        timer = setTimeout(() => tooSlow(request.socket), msMax).unref();
    };
    clocks.set(request, { stop, restart });
    request.once('end', stop).once('close', stop);
    restart();
  });
}

/** Takes as many bytes of memory for large bodies as are free, in the order in which they were asked for. */
export interface BodyMemory {
  /** Resolves to what gives them back. Throws `temporarily_unavailable` for those who wait too long. */
  take(bytes: number): Promise<() => void>;
}

interface Waiting {
  readonly bytes: number;
  readonly begin: () => void;
}

/** Reading, decoding and judging the largest form takes a second or two. */
const waitMsMax = seconds(45);

/**
 * Bounds what all large bodies of a process take together. One that is larger than the bound is taken alone. They wait
 * on disk, so a slow sender holds no memory.
 */
export function bodyMemory(bytesMax: number, waitMs = waitMsMax): BodyMemory {
  let taken = 0;
  const waiting: Waiting[] = [];
  const fits = (bytes: number): boolean => taken === 0 || taken + bytes <= bytesMax;
  const beginNext = (): void => {
    while (waiting[0] && fits(waiting[0].bytes)) waiting.shift()!.begin();
  };
  return {
    async take(bytes) {
      const release = (): (() => void) => {
        taken += bytes;
        let isTaken = true;
        return () => {
          if (!isTaken) return;
          isTaken = false;
          taken -= bytes;
          beginNext();
        };
      };
      if (waiting.length === 0 && fits(bytes)) return release();
      return new Promise((resolve, reject) => {
        const giveUp = setTimeout(() => {
          waiting.splice(waiting.indexOf(mine), 1);
          reject(refuse('temporarily_unavailable', {}, { retryAfter: 5 }));
          // A smaller one behind it may fit.
          beginNext();
        }, waitMs);
        const mine: Waiting = {
          bytes,
          begin() {
            clearTimeout(giveUp);
            resolve(release());
          },
        };
        waiting.push(mine);
      });
    },
  };
}
