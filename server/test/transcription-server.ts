import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

/**
 * A stand-in for a transcription server. It recognizes one word in each message of sound, ends a sentence after
 * `wordsASentence` of them, and sends what is unfinished when the sound ends.
 */
export interface TranscriptionServer {
  readonly url: string;
  /** The settings that arrived before the sound. */
  readonly configs: unknown[];
  /** Bytes of sound so far. */
  bytes(): number;
  /** The loudest sample so far, between 0 and 32768: silence is 0. */
  loudest(): number;
  /** Ends all connections, as a server does that is restarted. */
  hangUp(): void;
  close(): Promise<void>;
}

export async function startTranscriptionServer(
  words: readonly string[],
  wordsASentence = 3,
): Promise<TranscriptionServer> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const configs: unknown[] = [];
  let bytes = 0;
  let loudest = 0;
  server.on('connection', (socket) => {
    let said: string[] = [];
    let next = 0;
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (!isBinary) {
        const told = JSON.parse(data.toString()) as { eof?: number };
        if (told.eof === undefined) return void configs.push(told);
        socket.send(JSON.stringify({ text: said.join(' ') }));
        return socket.close();
      }
      bytes += data.length;
      for (let at = 0; at + 1 < data.length; at += 2) loudest = Math.max(loudest, Math.abs(data.readInt16LE(at)));
      said.push(words[next++ % words.length]!);
      if (said.length < wordsASentence) return socket.send(JSON.stringify({ partial: said.join(' ') }));
      socket.send(JSON.stringify({ text: said.join(' ') }));
      said = [];
    });
  });
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    configs,
    bytes: () => bytes,
    loudest: () => loudest,
    hangUp: () => {
      for (const socket of server.clients) socket.terminate();
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of server.clients) socket.terminate();
        server.close(() => resolve());
      }),
  };
}
