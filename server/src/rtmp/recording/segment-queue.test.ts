import { expect, test } from 'vitest';
import type { RecordingSegment } from '../whip/app-client.ts';
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
  'sends a segment that comes %i microtasks after the app took the one before',
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
