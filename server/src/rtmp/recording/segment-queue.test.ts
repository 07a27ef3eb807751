import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { AppClient, type RecordingSegment } from '../webrtc/app-client.ts';
import { type QueuedSegment, SegmentQueue } from './segment-queue.ts';

const segment = (ordinal: number): QueuedSegment => ({
  file: 'file',
  ordinal,
  headBytes: 0,
  bytes: Buffer.from([ordinal]),
  beginsMs: ordinal,
  lengthMs: 1,
  fileBeganAt: 0,
});

test.each([0, 1, 2, 3, 4, 5, 6])(
  'a segment that comes %i microtasks after the app took the one before is sent',
  async (turns) => {
    const sent: number[] = [];
    let taken: () => void = () => undefined;
    const first = new Promise<void>((resolve) => (taken = resolve));
    const store = async ({ ordinal }: RecordingSegment) => {
      sent.push(ordinal);
      if (ordinal === 0) await first;
      return 'stored' as const;
    };
    const queue = new SegmentQueue(store, () => undefined);
    queue.add(segment(0));
    taken();
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    queue.add(segment(1));
    await queue.flush();
    expect(sent).toEqual([0, 1]);
  },
);

test('a segment is kept while the app, or a proxy in front of it, answers that it cannot take it now', async () => {
  const answers = [500, 502, 503, 504, 429, 408, 200];
  const asked: (string | null)[] = [];
  const app = createServer((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://app').searchParams.get('ordinal'));
    request.resume().once('end', () => response.writeHead(answers.shift() ?? 200).end());
  });
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  const appUrl = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
  const client = new AppClient({ appUrl, secret: 'secret' });
  const stored = new Set<string>();
  for (let tries = 0; tries < 7; tries += 1)
    stored.add(await client.storeSegment({ path: '/whip/1', answer: '' }, { ...segment(4), ageMs: 0 }));
  app.closeAllConnections();
  app.close();
  expect(asked).toEqual(Array<string>(7).fill('4'));
  expect([...stored]).toEqual(['retry', 'stored']);
});
