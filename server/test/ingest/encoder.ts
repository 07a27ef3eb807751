import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import process from 'node:process';
import { encoderProgram } from './real-offer.ts';

export interface RunningEncoder {
  /** What the door said: 201, or why not. */
  readonly status: number;
  readonly body: string;
  /** Path of its session; empty when it was refused. */
  readonly path: string;
  /** Ends it as a power cut does: no goodbye, no more packets. */
  kill(): void;
}

/** Starts an encoder that sends a picture and a sound to a WHIP door, and waits for the door's answer. */
export async function startEncoder(
  address: string,
  key: string,
  headers: Record<string, string> = {},
): Promise<RunningEncoder> {
  const program = spawn(process.execPath, [encoderProgram, address, key, JSON.stringify(headers)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // ffmpeg belongs to the same group, so that both are killed at once.
    detached: true,
  });
  const answer = await firstLine(program);
  return {
    status: answer.status,
    body: answer.body ?? '',
    path: answer.location ?? '',
    kill() {
      try {
        process.kill(-program.pid!, 'SIGKILL');
      } catch {
        // It was refused, and ended automatically.
      }
    },
  };
}

async function firstLine(program: ChildProcess): Promise<{ status: number; body?: string; location?: string }> {
  for await (const line of createInterface({ input: program.stdout! }))
    return JSON.parse(line) as { status: number; body?: string; location?: string };
  throw new Error('the encoder ended without a word');
}
