import { expect, test } from 'vitest';
import { type CutQuestion, isCutOut, requireCut, requireUndo, stageAfterCuts } from './replay-cut.ts';

const replay: CutQuestion = {
  isHost: true,
  isOver: true,
  isCancelled: false,
  spans: [{ from: 10_000, to: 60_000 }],
  cuts: 0,
  takenDownBecause: undefined,
};

test('a host cuts out any stretch of the recording that leaves something', () => {
  for (const [from, to] of [
    [20_000, 30_000],
    [0, 20_000],
    [50_000, 90_000],
    [20_000, 21_000],
  ] as const)
    expect(() => requireCut(replay, { from, to })).not.toThrow();
  for (const [from, to] of [
    [30_000, 20_000],
    [20_000, 20_999],
    [0, 10_000],
    [60_000, 70_000],
    [0, 90_000],
  ] as const)
    expect(() => requireCut(replay, { from, to })).toThrow(/within the recording/);
});

test('only the host cuts a recording, after the end, and at most a hundred times', () => {
  const cut = { from: 20_000, to: 30_000 };
  expect(() => requireCut({ ...replay, isHost: false }, cut)).toThrow(/Only the host/);
  expect(() => requireCut({ ...replay, isOver: false }, cut)).toThrow(/after the event ends/);
  expect(() => requireCut({ ...replay, spans: [] }, cut)).toThrow(/no replay/);
  expect(() => requireCut({ ...replay, isCancelled: true }, cut)).toThrow(/no replay/);
  expect(() => requireCut({ ...replay, takenDownBecause: 'A film' }, cut)).toThrow(/took your replay down/);
  expect(() => requireCut({ ...replay, cuts: 100 }, cut)).toThrow(/100/);
});

test('a cut can be undone until the replay is published after it', () => {
  expect(() => requireUndo(replay, { cutAt: 10, publishedAt: undefined })).not.toThrow();
  expect(() => requireUndo(replay, { cutAt: 10, publishedAt: 9 })).not.toThrow();
  expect(() => requireUndo(replay, { cutAt: 10, publishedAt: 10 })).toThrow(/published/);
  expect(() => requireUndo({ ...replay, isHost: false }, { cutAt: 10, publishedAt: undefined })).toThrow(
    /Only the host/,
  );
  expect(() => requireUndo(replay, undefined)).toThrow(expect.objectContaining({ code: 'replay_cut_unknown' }));
  expect(() => requireUndo({ ...replay, isHost: false }, undefined)).toThrow(/Only the host/);
});

test('the stage after a cut is the one it ended with', () => {
  const cuts = [{ from: 10, to: 20 }];
  const changes = [5, 12, 15, 30].map((at) => ({ at, username: `at ${at}` }));
  expect(stageAfterCuts(changes, cuts)).toEqual([
    { at: 5, username: 'at 5' },
    { at: 20, username: 'at 15' },
    { at: 30, username: 'at 30' },
  ]);
  expect([9, 10, 19, 20].map((at) => isCutOut(at, cuts))).toEqual([false, true, true, false]);
});
