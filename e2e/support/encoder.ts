import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Product } from './product.ts';
import { callApi } from './session.ts';
import { until } from './until.ts';

export interface Ingest {
  readonly whip_url: string;
  readonly rtmp_url: string;
  readonly stream_key: string;
}

/** Where the host's encoder sends to, and with which key. Waits for the RTMP listener, which starts automatically. */
export const ingestOf = (product: Product, token: string, eventUuid: string): Promise<Ingest> =>
  until('there is an address for RTMP', async () => {
    const path = `/events/${eventUuid}/ingest`;
    const { rtmp_url, ...ingest } = await callApi<Ingest | (Ingest & { rtmp_url: null })>(product, 'GET', path, {
      token,
    });
    return rtmp_url === null ? undefined : { ...ingest, rtmp_url };
  });

export type Way = 'WHIP' | 'RTMP';

interface Knock {
  readonly child: ChildProcess;
  readonly accepted: boolean;
  /** What the server said to a refused one. */
  readonly answer: string;
}

/** A program that sends by WHIP. */
async function whip({ whip_url, stream_key }: Ingest): Promise<Knock> {
  const program = fileURLToPath(new URL('../../server/test/ingest/encoder-process.ts', import.meta.url));
  const child = spawn(process.execPath, [program, whip_url, stream_key], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Its ffmpeg belongs to the same group, so that both are killed at once.
    detached: true,
  });
  const lines = createInterface(child.stdout);
  const connected = new Promise<void>((resolve) => {
    lines.on('line', (line) => (JSON.parse(line) as { state?: string }).state === 'connected' && resolve());
  });
  const [line] = (await once(lines, 'line')) as [string];
  const { status, body = '' } = JSON.parse(line) as { status: number; body?: string };
  const accepted = status === 201;
  if (accepted) await connected;
  return { child, accepted, answer: body };
}

/**
 * ffmpeg with H.264 and AAC, a tone on the left alone, in FLV, as OBS sends by RTMP. It counts frames once the server
 * takes them.
 */
async function rtmp({ rtmp_url, stream_key }: Ingest): Promise<Knock> {
  const words = `-hide_banner -loglevel error -nostats -progress pipe:1 -stats_period 0.2
    -re -f lavfi -i testsrc=size=320x180:rate=15 -re -f lavfi -i aevalsrc=0.5*sin(880*PI*t)|0:s=44100
    -c:v libx264 -profile:v baseline -preset ultrafast -tune zerolatency -pix_fmt yuv420p -g 15 -bf 0 -b:v 200k
    -c:a aac -b:a 64k -f flv ${rtmp_url}/${stream_key}`;
  const child = spawn('ffmpeg', words.split(/\s+/), { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let answer = '';
  child.stderr.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  const sends = new Promise<boolean>((resolve) => {
    createInterface(child.stdout).on('line', (line) => {
      if (/^frame=[1-9]/.test(line)) resolve(true);
    });
  });
  const accepted = await Promise.race([sends, once(child, 'close').then(() => false)]);
  return { child, accepted, answer };
}

const ways = { WHIP: whip, RTMP: rtmp };

/** A separate program that sends video and audio, as OBS does. */
export class Encoder {
  private readonly knock: Knock;

  private constructor(knock: Knock) {
    this.knock = knock;
  }

  static async knocks(way: Way, ingest: Ingest): Promise<Encoder> {
    return new Encoder(await ways[way](ingest));
  }

  /** As encoders do after a lost connection: it knocks until it is let in. */
  static comesBack(way: Way, ingest: Ingest): Promise<Encoder> {
    return until('the encoder is let in again', async () => {
      const encoder = await Encoder.knocks(way, ingest);
      return encoder.accepted ? encoder : undefined;
    });
  }

  get accepted(): boolean {
    return this.knock.accepted;
  }

  get answer(): string {
    return this.knock.answer;
  }

  /** Like a pulled cable: it ends at once, without a goodbye. */
  pull(): void {
    try {
      process.kill(-this.knock.child.pid!, 'SIGKILL');
    } catch {
      // The server cut it, and it exited.
    }
  }
}
