import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';

export const encoderProgram = join(import.meta.dirname, 'encoder-process.ts');

/** The offer that an encoder really makes; it is refused, and sends nothing. */
export async function realOffer(): Promise<string> {
  const door = createServer();
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  const { port } = door.address() as AddressInfo;
  const program = spawn(process.execPath, [encoderProgram, `http://127.0.0.1:${port}/`, 'key'], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const [request, response] = (await once(door, 'request')) as [
    AsyncIterable<Buffer>,
    { statusCode: number; end(): void },
  ];
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  response.statusCode = 401;
  response.end();
  await once(program, 'exit');
  door.close();
  return Buffer.concat(parts).toString();
}
