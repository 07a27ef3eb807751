/**
 * What the server's process holds while nobody does anything: started as `npm start` does on an empty home, public
 * pages drawn, one room live with a viewer in it, its chat quiet. `npm run bench idle`. It counts only when frames
 * arrive.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { browserOptions } from '../e2e/support/browser.ts';
import { goLive, openLiveRoom } from '../e2e/support/live-room.ts';
import { startProduct } from '../e2e/support/product.ts';
import { received, since } from '../e2e/support/receivers.ts';
import { until } from '../e2e/support/until.ts';
import { commandLineOf } from '../server/src/process/embedded/processes.ts';
import { print } from './report.ts';

/** Goal: megabytes of resident memory. */
const residentMax = 200;
const quietMs = 30_000;
const megabyte = 1e6;

/** Megabytes by name, as the system counts them. */
function memoryOf(pid: number): (name: string) => number {
  const counted = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return (name) =>
    (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(counted)?.[1] ?? Number.NaN) * 1024) / megabyte;
}

/** The process that this one started and whose command line has `name` in it. */
const childNamed = (parent: number, name: string): number | undefined =>
  readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8')
    .trim()
    .split(' ')
    .map(Number)
    .find((pid) => commandLineOf(pid).includes(name));

const product = await startProduct('scripts/start.mjs');
const browser = await chromium.launch(browserOptions);
try {
  const server = childNamed(product.pid(), 'dist/main.js');
  if (server === undefined) throw new Error('the server has no process');
  const { host, viewer, eventUuid } = await openLiveRoom(browser, product);
  for (const path of ['/', '/search?q=ramen', '/host', '/terms/service', `/event/${eventUuid}`]) {
    const answer = await fetch(product.url + path);
    if (!(await answer.text()).includes('<h1')) throw new Error(`${path} was not drawn`);
  }
  await goLive(host, product, eventUuid);
  const page = await viewer.newPage();
  await page.goto(`${product.url}/streaming/${eventUuid}`);
  await page.getByRole('button', { name: 'Join streaming' }).click();
  await until('frames arrive', async () => since({}, (await received(page)).frames) > 0);
  await pause(quietMs);
  const before = await received(page);
  await until('frames arrive still', async () => since(before.frames, (await received(page)).frames) > 0);

  const memory = memoryOf(server);
  const metrics = await (await fetch(`${product.url}/metrics`)).text();
  const metric = (name: string): number =>
    Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1] ?? Number.NaN) / megabyte;
  const shown = (megabytes: number): string => `${megabytes.toFixed(0)} MB`;
  const resident = memory('Rss');
  print(`idle: one live room, ${quietMs / 1000} s of quiet`, [
    ['resident', `${shown(resident)} (goal ≤ ${residentMax})`],
    ['its share of what is shared', shown(memory('Pss'))],
    ['of programs and libraries', shown(resident - memory('Anonymous'))],
    ['JavaScript, used', shown(metric('nodejs_heap_size_used_bytes'))],
    ['JavaScript, held', shown(metric('nodejs_heap_size_total_bytes'))],
    ['buffers and what objects hold outside', shown(metric('nodejs_external_memory_bytes'))],
  ]);
  process.exitCode = resident <= residentMax ? 0 : 1;
} finally {
  await browser.close();
  await product.stop();
}
