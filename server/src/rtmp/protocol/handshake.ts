import { randomBytes } from 'node:crypto';
import { BadStream } from './bad-stream.ts';

const version = 3;
const partBytes = 1536;
/** One byte of version, the encoder's 1536 bytes, and the echo of ours. */
const hisBytes = 1 + partBytes + partBytes;

/**
 * The plain handshake of RTMP: both sides send 1536 bytes and echo the other's. Ours name no version of a server, so
 * encoders do not ask for the signed form.
 */
export class Handshake {
  /** Bytes of the encoder's share that came. */
  private came = 0;
  private readonly his = Buffer.alloc(partBytes);
  private readonly answer: (bytes: Buffer) => void;

  constructor(answer: (bytes: Buffer) => void) {
    this.answer = answer;
  }

  /** Answers what lies behind the handshake once it is complete, undefined before. */
  read(bytes: Buffer): Buffer | undefined {
    if (this.came === 0 && bytes.length > 0 && bytes[0] !== version) throw new BadStream('this is not RTMP');
    const before = this.came;
    const taken = Math.min(bytes.length, hisBytes - before);
    this.came += taken;
    if (before <= partBytes) {
      // His part lies at 1…1536 of what he sends.
      const from = Math.max(0, 1 - before);
      bytes.copy(this.his, Math.max(0, before - 1), from, Math.min(taken, 1 + partBytes - before));
      if (this.came > partBytes) this.answer(Buffer.concat([Buffer.from([version]), ourPart(), this.his]));
    }
    return this.came === hisBytes ? bytes.subarray(taken) : undefined;
  }
}

function ourPart(): Buffer {
  return Buffer.concat([Buffer.alloc(8), randomBytes(partBytes - 8)]);
}
