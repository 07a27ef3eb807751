import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { minutes } from '@frontrow/core/kernel/instant.ts';

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
