import { randomBytes } from 'node:crypto';
import { BadStream } from './bad-stream.ts';

const version = 3;
const randomBytesLength = 1536;
/** One byte of version, the encoder's 1536 bytes, and the echo of ours. */
const clientBytes = 1 + randomBytesLength + randomBytesLength;

/**
 * The plain RTMP handshake: both sides send 1536 bytes and echo the other's. Ours carry no server version, so encoders
 * do not use the signed form.
 */
export class Handshake {
  /** Bytes received from the client. */
  private received = 0;
  private readonly clientRandom = Buffer.alloc(randomBytesLength);
  private readonly answer: (bytes: Buffer) => void;

  constructor(answer: (bytes: Buffer) => void) {
    this.answer = answer;
  }

  /** Returns the bytes after the handshake once it is complete, undefined before. */
  read(bytes: Buffer): Buffer | undefined {
    if (this.received === 0 && bytes.length > 0 && bytes[0] !== version) throw new BadStream('this is not RTMP');
    const before = this.received;
    const taken = Math.min(bytes.length, clientBytes - before);
    this.received += taken;
    if (before <= randomBytesLength) {
      // The client's random bytes follow its version byte.
      const from = Math.max(0, 1 - before);
      bytes.copy(this.clientRandom, Math.max(0, before - 1), from, Math.min(taken, 1 + randomBytesLength - before));
      if (this.received > randomBytesLength)
        this.answer(Buffer.concat([Buffer.from([version]), serverRandom(), this.clientRandom]));
    }
    return this.received === clientBytes ? bytes.subarray(taken) : undefined;
  }
}

function serverRandom(): Buffer {
  return Buffer.concat([Buffer.alloc(8), randomBytes(randomBytesLength - 8)]);
}
