import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A network between the apps and a part, which can be cut and made slow. */
export interface Line {
  /** Where the apps find the part. */
  readonly port: number;
  /** Nothing passes any more, in either direction, and no side notices: a partition. */
  cut(): void;
  /** Goes on where it was cut: what waited goes through. */
  mend(): void;
  /** A host that disappeared: nothing passes through existing connections, without notice; new ones work. */
  forget(): void;
  /** Everything takes so many milliseconds longer, in each direction. */
  delay(ms: number): void;
  stop(): Promise<void>;
}

/** A line to this port of our own machine. */
export async function startLine(to: number): Promise<Line> {
  let isCut = false;
  let delayMs = 0;
  let forgotten = 0;
  const waiting: (() => void)[] = [];
  const pass = (send: () => void): void => void (isCut ? waiting.push(send) : send());
  const carry = (from: Socket, into: Socket): void => {
    const began = forgotten;
    let due = 0;
    /** In order, also where the delay becomes less. */
    const later = (send: () => void): void => {
      const now = performance.now();
      due = Math.max(due, now + delayMs);
      setTimeout(() => void (began === forgotten && pass(send)), due - now);
    };
    from.on('data', (bytes: Buffer) => later(() => void into.write(bytes)));
    from.on('end', () => later(() => void into.end()));
    from.on('error', () => into.destroy());
    from.on('close', () => later(() => void into.destroy()));
  };
  const open = new Set<Socket>();
  const server = createServer((near) => {
    pass(() => {
      const far = connect({ host: '127.0.0.1', port: to, noDelay: true });
      for (const socket of [near.setNoDelay(true), far]) {
        open.add(socket);
        socket.once('close', () => open.delete(socket));
      }
      carry(near, far);
      carry(far, near);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => void (isCut = true),
    mend() {
      isCut = false;
      for (const send of waiting.splice(0)) send();
    },
    forget: () => void (forgotten += 1),
    delay: (ms) => void (delayMs = ms),
    async stop() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
