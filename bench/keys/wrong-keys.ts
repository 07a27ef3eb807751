/**
 * Tries wrong keys at a steady rate until it is stopped. Runs in a separate thread, so that it delays no other client.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { publish } from './publish.ts';

export interface WrongKeys {
  readonly tries: number;
  readonly letIn: number;
}

const { port, localAddress, perSecond } = workerData as { port: number; localAddress: string; perSecond: number };
const atOnceMax = 20;
const open: Promise<unknown>[] = [];
let stopped = false;
let tries = 0;
let letIn = 0;
parentPort!.once('message', () => (stopped = true));
const begun = performance.now();
while (!stopped) {
  const due = Math.floor(((performance.now() - begun) * perSecond) / 1000);
  for (let more = Math.min(due - tries, atOnceMax); more > 0; more--) {
    const key = `wrong-${tries}`;
    open.push(publish({ port, key, localAddress }).then((ms) => (letIn += ms === undefined ? 0 : 1)));
    tries += 1;
  }
  await pause(1);
}
await Promise.all(open);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is a thread, not a window
parentPort!.postMessage({ tries, letIn } satisfies WrongKeys);
