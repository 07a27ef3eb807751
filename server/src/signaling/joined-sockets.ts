import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { seconds } from '@frontrow/core/kernel/instant.ts';

/** The engine pings every ten seconds and browsers answer: a client that sent nothing for three looks is gone. */
const lookEveryMs = seconds(15);
const silentLooksMax = 3;
/** How long the rest of what was said may take to get out after one side has ended. */
const lingerMs = seconds(3);

interface Pair {
  readonly client: Duplex;
  readonly engine: Duplex;
  read: number;
  silentLooks: number;
}

/**
 * Pairs of sockets that pass everything on to each other. `pipe` stops reading from one side while the other one is
 * full, so that no more than two small buffers are held for a pair.
 */
export class JoinedSockets {
  readonly #pairs = new Set<Pair>();
  #timer: NodeJS.Timeout | undefined;

  get size(): number {
    return this.#pairs.size;
  }

  join(client: Duplex, engine: Duplex): void {
    const pair: Pair = { client, engine, read: 0, silentLooks: 0 };
    this.#pairs.add(pair);
    this.#timer ??= setInterval(() => this.#look(), lookEveryMs).unref();
    for (const socket of [client, engine])
      if (socket instanceof Socket) socket.setTimeout(0).setNoDelay(true).setKeepAlive(true, lookEveryMs);
    const passOn = (from: Duplex, to: Duplex): void => {
      from.on('error', () => from.destroy());
      from.pipe(to);
      from.once('close', () => {
        if (to.destroyed) return void this.#pairs.delete(pair);
        to.end();
        const timer = setTimeout(() => to.destroy(), lingerMs);
        to.once('close', () => clearTimeout(timer));
      });
      // A side that ended says nothing more: the other one ends too, and need not answer.
      from.once('end', () => to.once('finish', () => setTimeout(() => to.destroy(), lingerMs).unref()));
    };
    passOn(client, engine);
    passOn(engine, client);
  }

  /** Ends them all. */
  end(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    for (const { client, engine } of this.#pairs) {
      client.destroy();
      engine.destroy();
    }
  }

  #look(): void {
    for (const pair of this.#pairs) {
      const read = pair.client instanceof Socket ? pair.client.bytesRead : 0;
      pair.silentLooks = read === pair.read ? pair.silentLooks + 1 : 0;
      pair.read = read;
      if (pair.silentLooks >= silentLooksMax) pair.client.destroy();
    }
  }
}
