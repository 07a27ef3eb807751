/**
 * What wrong RTMP stream keys cost the listener: a thousand tries a second from one network, while encoders with a good
 * key keep connecting from another. `npm run bench keys`. It counts only when no wrong key was let in and every good
 * one was.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { anyFreePort, startListener } from '../server/test/ingest/stage.ts';
import { processorSeconds } from './processor-time.ts';
import { publish } from './keys/publish.ts';
import type { WrongKeys } from './keys/wrong-keys.ts';
import { percentile, print } from './report.ts';

/** Goal: percent of one core that the tries add. */
const shareMax = 10;
const triesPerSecond = 1_000;
const goodEveryMs = 100;
const measuredMs = 10_000;
const goodKey = 'good';
const honest = '127.0.5.1';
const stranger = '127.0.6.1';

/** An app that knows one key. It answers offers with an engine that is not there: no picture is sent here. */
const app = createServer((request, response) => {
  request.resume();
  const isGood = request.headers.authorization === `Bearer ${goodKey}`;
  if (request.url === '/whip/admission')
    response
      .writeHead(isGood ? 204 : 401)
      .end(isGood ? '' : JSON.stringify({ errors: [{ code: 'stream_key_wrong', message: 'This key is not valid.' }] }));
  else if (request.url === '/whip') response.writeHead(201, { location: '/whip/sessions/1' }).end('v=0');
  else response.writeHead(200).end('{"data":{"recording":false}}');
}).listen(0, '127.0.0.1');
await once(app, 'listening');
const port = await anyFreePort();
const listener = await startListener({
  appUrl: `http://127.0.0.1:${(app.address() as AddressInfo).port}`,
  secret: 'of-the-bench',
  host: '127.0.0.1',
  port,
  ffmpeg: { path: '/bin/true', env: {} },
});

const processorMs = (): number => processorSeconds(listener.pid!) * 1000;

async function measure(attacker?: Worker) {
  const took: (number | undefined)[] = [];
  const open: Promise<unknown>[] = [];
  const before = processorMs();
  const begun = performance.now();
  for (let good = 0; performance.now() - begun < measuredMs;) {
    for (; good * goodEveryMs < performance.now() - begun; good++)
      open.push(publish({ port, key: goodKey, localAddress: honest }).then((ms) => took.push(ms)));
    await pause(1);
  }
  const seconds = (performance.now() - begun) / 1000;
  const processor = processorMs() - before;
  await Promise.all(open);
  let wrong: WrongKeys = { tries: 0, letIn: 0 };
  if (attacker) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is a thread, not a window
    attacker.postMessage('stop');
    [wrong] = (await once(attacker, 'message')) as [WrongKeys];
  }
  const missing = took.filter((ms) => ms === undefined).length;
  if (wrong.letIn > 0 || missing > 0)
    throw new Error(`${wrong.letIn} wrong keys were let in, ${missing} good ones were not`);
  return { tries: wrong.tries / seconds, share: processor / (seconds * 10), p95: percentile(took as number[], 95) };
}

try {
  await measure();
  const quiet = await measure();
  const workerData = { port, localAddress: stranger, perSecond: triesPerSecond };
  const attacked = await measure(new Worker(new URL('keys/wrong-keys.ts', import.meta.url), { workerData }));
  const share = attacked.share - quiet.share;
  print('keys: wrong RTMP stream keys from one network', [
    ['tries a second', attacked.tries.toFixed(0)],
    ['percent of a core, on top of the quiet listener', `${share.toFixed(1)} (goal ≤ ${shareMax})`],
    ['good keys: p95 until publishing may begin, quiet', `${quiet.p95.toFixed(1)} ms`],
    [
      'good keys: the same during the tries',
      `${attacked.p95.toFixed(1)} ms (${(attacked.p95 / quiet.p95).toFixed(2)} ×)`,
    ],
  ]);
  process.exitCode = share <= shareMax ? 0 : 1;
} finally {
  listener.kill();
  app.close();
}
