import { expect, test } from 'vitest';
import type { KeptPiece } from '../whip/door.ts';
import { type Piece, PieceQueue } from './piece-queue.ts';

const piece = (ordinal: number): Piece => ({
  part: 'part',
  ordinal,
  headBytes: 0,
  bytes: Buffer.from([ordinal]),
  beginsMs: ordinal,
  lengthMs: 1,
  partBeganAt: 0,
});

test.each([0, 1, 2, 3, 4, 5, 6])(
  'sends a segment that comes %i microtasks after the app took the one before',
  async (turns) => {
    const sent: number[] = [];
    let taken: () => void = () => undefined;
    const first = new Promise<void>((resolve) => (taken = resolve));
    const keep = async ({ ordinal }: KeptPiece) => {
      sent.push(ordinal);
      if (ordinal === 0) await first;
      return 'kept' as const;
    };
    const queue = new PieceQueue(keep, () => undefined);
    queue.add(piece(0));
    taken();
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    queue.add(piece(1));
    await queue.flush();
    expect(sent).toEqual([0, 1]);
  },
);
