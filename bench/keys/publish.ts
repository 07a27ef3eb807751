import { connect } from 'node:net';
import { publishBytes } from '../../server/test/ingest/rtmp-bytes.ts';

const answersWithinMs = 5_000;
const publishStarted = 'NetStream.Publish.Start';

export interface Publishing {
  readonly port: number;
  readonly key: string;
  /** The address of this machine that it comes from: each counts as a network. */
  readonly localAddress: string;
}

/** Milliseconds until a stream with this key may be published; undefined when the connection ended instead. */
export async function publish({ port, key, localAddress }: Publishing): Promise<number | undefined> {
  const begun = performance.now();
  const socket = connect({ port, host: '127.0.0.1', localAddress, timeout: answersWithinMs });
  let answer = '';
  const accepted = new Promise<boolean>((resolve) => {
    socket.on('data', (bytes) => {
      answer += bytes.toString('latin1');
      if (answer.includes(publishStarted)) resolve(true);
    });
    socket.on('close', () => resolve(false));
    socket.on('timeout', () => socket.destroy());
    socket.on('error', () => undefined);
  });
  socket.write(publishBytes(key));
  const isAccepted = await accepted;
  const took = performance.now() - begun;
  socket.destroy();
  return isAccepted ? took : undefined;
}
