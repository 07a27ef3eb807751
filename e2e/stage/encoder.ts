import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Product } from './product.ts';
import { callApi } from './session.ts';
import { until } from './until.ts';

const program = fileURLToPath(new URL('../../server/test/encoder/encoder-process.ts', import.meta.url));

export interface Ingest {
  readonly whip_url: string;
  readonly rtmp_url: string | null;
  readonly stream_key: string;
}

/** Where the host's encoder sends to, and with which key. */
export const ingestOf = (product: Product, token: string, eventUuid: string): Promise<Ingest> =>
  callApi<Ingest>(product, 'GET', `/events/${eventUuid}/ingest`, { token });

/** A program of its own that sends picture and sound by WHIP, as OBS does. */
export class Encoder {
  private readonly child: ChildProcess;
  /** What the door answered: 201 lets it in, anything else is a refusal. */
  readonly status: number;
  readonly answer: string;

  private constructor(child: ChildProcess, { status, body = '' }: { status: number; body?: string }) {
    this.child = child;
    this.status = status;
    this.answer = body;
  }

  static async knocks({ whip_url, stream_key }: Ingest): Promise<Encoder> {
    const child = spawn(process.execPath, [program, whip_url, stream_key], { stdio: ['pipe', 'pipe', 'inherit'] });
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    return new Encoder(child, JSON.parse(line) as { status: number; body?: string });
  }

  /** As encoders do after a lost connection: it knocks until it is let in. */
  static async comesBack(ingest: Ingest): Promise<Encoder> {
    return until('the encoder is let in again', async () => {
      const encoder = await Encoder.knocks(ingest);
      return encoder.status === 201 ? encoder : undefined;
    });
  }

  /** Like a pulled cable: it ends at once, without a goodbye. */
  pull(): void {
    this.child.kill('SIGKILL');
  }
}
