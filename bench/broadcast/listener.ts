import type { SocketHandshake } from '@frontrow/contract/rooms/live-updates.ts';

/** Called for each message of the bench that a listener receives, with its number and when it was sent. */
export type Told = (nth: number, sentAt: number, how: 'pushed' | 'shown') => void;

/** Epoch milliseconds with fractions, the same in all processes of this machine. */
export const exactNow = (): number => performance.timeOrigin + performance.now();
export const textOf = (nth: number): string => `bench ${nth} ${exactNow().toFixed(1)} .`;
/** Number and time of such a text. */
export function sentIn(text: string): { readonly nth: number; readonly at: number } {
  const [, nth, at] = text.split(' ');
  return { nth: Number(nth), at: Number(at) };
}

const texts = /"message":"bench (\d+) ([\d.]+) \."/g;
const seqText = /"seq":(\d+)/;

/**
 * A browser's socket without the library, which would measure itself: engine.io over one websocket. It answers pings
 * and 'Ok', and knows the last number for the next connection.
 */
export class Listener {
  lastSeq: number | undefined;
  /** The oldest message of the last snapshot: a browser shows a hundred, and nothing older. */
  oldestShown = 0;
  #socket: WebSocket | undefined;

  readonly #url: string;
  readonly #auth: SocketHandshake;
  readonly #told: Told;

  constructor(url: string, auth: SocketHandshake, told: Told) {
    this.#url = url;
    this.#auth = auth;
    this.#told = told;
  }

  /** Resolves when the listener was brought up to date; rejects when it was refused or cut off. */
  connect(): Promise<void> {
    const socket = new WebSocket(`${this.#url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
    this.#socket = socket;
    return new Promise((resolve, reject) => {
      socket.addEventListener('error', () => reject(new Error('a socket broke')));
      socket.addEventListener('close', () => reject(new Error('a socket was closed')));
      socket.addEventListener('message', ({ data }) => {
        const frame = String(data);
        if (frame === '2') return socket.send('3');
        if (frame.startsWith('0'))
          return socket.send(
            `40${JSON.stringify({ ...this.#auth, ...(this.lastSeq !== undefined && { last_seq: this.lastSeq }) })}`,
          );
        if (frame.startsWith('44')) return reject(new Error(`refused: ${frame.slice(2, 200)}`));
        if (!frame.startsWith('42')) return;
        this.#update(frame, socket);
        // A newcomer is sent a snapshot; somebody who comes back, what was missed and then the state.
        if (frame.includes('["snapshot"', 2) || frame.includes('["updateEvent"', 2)) resolve();
      });
    });
  }

  drop(): void {
    this.#socket?.close();
  }

  #update(frame: string, socket: WebSocket): void {
    const list = frame.indexOf('[');
    const ack = frame.slice(2, list);
    if (ack !== '') socket.send(`43${ack}["Ok"]`);
    const how = frame.startsWith('"snapshot"', list + 1) ? 'shown' : 'pushed';
    const messages = [...frame.matchAll(texts)].map(([, nth, sentAt]) => [Number(nth), Number(sentAt)] as const);
    for (const [nth, sentAt] of messages) this.#told(nth, sentAt, how);
    if (how === 'shown') this.oldestShown = Math.min(...messages.map(([nth]) => nth));
    const seq = Number(seqText.exec(frame)?.[1]);
    if (seq > (this.lastSeq ?? -1)) this.lastSeq = seq;
  }
}
