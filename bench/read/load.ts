import { connect, type Socket } from 'node:net';

/** One GET as bytes. */
export const get = (path: string, headers: Readonly<Record<string, string>> = {}): Buffer =>
  Buffer.from(
    `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  );

const open = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
  });

/** Length in bytes of the answer to this request; every answer of a run must have it. */
export async function lengthOf(port: number, request: Buffer): Promise<number> {
  const socket = await open(port);
  const chunks: Buffer[] = [];
  socket.write(request);
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    const all = Buffer.concat(chunks);
    const end = all.indexOf('\r\n\r\n');
    if (end < 0) continue;
    const length = end + 4 + Number(/content-length: (\d+)/i.exec(all.toString('latin1', 0, end))?.[1] ?? 0);
    if (all.length >= length) return length;
  }
  throw new Error('the server hung up');
}

/**
 * The same request again and again over kept-alive connections, each with one in flight. Answers are counted by their
 * bytes: reading them would cost more than serving them.
 */
export async function blast(
  port: number,
  request: Buffer,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<{ perSecond: number; answers: number }> {
  const length = await lengthOf(port, request);
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)));
  let answers = 0;
  const began = performance.now();
  const endAt = began + seconds * 1000;
  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<void>((resolve, reject) => {
          let received = 0;
          socket.on('data', (data: Buffer) => {
            received += data.length;
            if (received < length) return;
            if (received > length) return void reject(new Error('an answer of another length'));
            received = 0;
            answers++;
            if (performance.now() < endAt) socket.write(request);
            else resolve();
          });
          socket.once('close', () => reject(new Error('the server hung up')));
          socket.write(request);
        }),
    ),
  );
  const took = (performance.now() - began) / 1000;
  for (const socket of sockets) socket.removeAllListeners('close').destroy();
  return { perSecond: answers / took, answers };
}

/** So many people, each over a connection of their own. */
export async function gather(port: number, people: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < people) sockets.push(...(await Promise.all(Array.from({ length: 100 }, () => open(port)))));
  return sockets;
}

/** However busy the machine: an answer that has not come by then does not come. */
const answerWithinSeconds = 20;

/** Everybody asks every `everyMs`, evenly spread. Answers how many asked and how many were told. */
export async function poll(
  sockets: readonly Socket[],
  { request, length, everyMs, seconds }: { request: Buffer; length: number; everyMs: number; seconds: number },
): Promise<{ sent: number; answers: number }> {
  let received = 0;
  for (const socket of sockets) socket.on('data', (data: Buffer) => (received += data.length));
  const stepMs = 5;
  const began = performance.now();
  let sent = 0;
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const soFar = performance.now() - began;
      const due = Math.floor((Math.min(soFar / 1000, seconds) * 1000 * sockets.length) / everyMs);
      for (; sent < due; sent++) sockets[sent % sockets.length]!.write(request);
      const isOver = soFar >= seconds * 1000 && received >= sent * length;
      if (!isOver && soFar < (seconds + answerWithinSeconds) * 1000) return;
      clearInterval(timer);
      resolve();
    }, stepMs);
  });
  for (const socket of sockets) socket.removeAllListeners('data');
  return { sent, answers: received / length };
}
