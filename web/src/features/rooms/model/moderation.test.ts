import { describe, expect, it } from 'vitest';
import { bothInside } from './test/room-world.ts';

const read = 'GET /events/streaming/moderation/:uuid';
const actions = (...seqs: number[]) => seqs.map((seq) => ({ seq, at: seq, actor: 'nora', action: 'pin_message' }));
const page = (seqs: number[], next: number | null = null, words: string[] = []) => ({
  words,
  actions: actions(...seqs),
  next_cursor: next,
});

describe('the log of moderators', () => {
  it('the second page of the log stays when an earlier refresh arrives late', async () => {
    const { nora } = await bothInside();
    nora.answer(read, () => page([9, 8], 8));
    await nora.model.moderation.load();
    let answer = (): void => undefined;
    nora.answer(read, () => new Promise((resolve) => void (answer = () => resolve(page([10, 9], 9)))));
    const refreshing = nora.model.moderation.load();
    nora.answer(read, () => page([7, 6], 6));
    await nora.model.moderation.load(true);
    answer();
    await refreshing;
    expect(nora.see().moderation?.actions.map(({ seq }) => seq)).toEqual([10, 9, 8, 7, 6]);
    expect(nora.see().moderation?.next).toBe(6);
  });

  it('the log begins again where more happened than one page holds', async () => {
    const { nora } = await bothInside();
    nora.answer(read, () => page([9, 8], 8));
    await nora.model.moderation.load();
    nora.answer(read, () => page([15, 14], 14));
    await nora.model.moderation.load();
    expect(nora.see().moderation).toMatchObject({ actions: actions(15, 14), next: 14 });
  });

  it('a page below a log that began again while it was loaded is dropped', async () => {
    const { nora } = await bothInside();
    nora.answer(read, () => page([9, 8], 8));
    await nora.model.moderation.load();
    let answer = (): void => undefined;
    nora.answer(read, () => new Promise((resolve) => void (answer = () => resolve(page([7, 6], 6)))));
    const below = nora.model.moderation.load(true);
    nora.answer(read, () => page([15, 14], 14));
    await nora.model.moderation.load();
    answer();
    await below;
    expect(nora.see().moderation).toMatchObject({ actions: actions(15, 14), next: 14 });
  });

  it('the newest lines are added to a log whose second page is loaded', async () => {
    const { nora } = await bothInside();
    const from = (newest: number) => Array.from({ length: 50 }, (_, below) => newest - below);
    nora.answer(read, () => page(from(100), 51));
    await nora.model.moderation.load();
    nora.answer(read, () => page(from(50)));
    await nora.model.moderation.load(true);
    nora.answer(read, () => page(from(101), 52));
    await nora.model.moderation.load();
    expect(nora.see().moderation?.actions.map(({ seq }) => seq)).toEqual([...from(101), ...from(51), 1]);
    expect(nora.see().moderation?.next).toBeNull();
  });

  it('the next page is added below the log', async () => {
    const { nora } = await bothInside();
    nora.answer(read, () => page([9, 8], 8));
    await nora.model.moderation.load();
    nora.answer(read, () => page([7]));
    await nora.model.moderation.load(true);
    expect(nora.see().moderation).toMatchObject({ actions: actions(9, 8, 7), next: null });
  });

  it('words that were saved while the log was loaded are kept', async () => {
    const { nora } = await bothInside();
    nora.answer(read, () => page([9], null, ['old']));
    await nora.model.moderation.load();
    let answer = (): void => undefined;
    nora.answer(read, () => new Promise((resolve) => void (answer = () => resolve(page([9], null, ['old'])))));
    const refreshing = nora.model.moderation.load();
    nora.answer('POST /events/streaming/word_filter', () => ({ words: ['new'] }));
    await nora.model.moderation.setWords(['new']);
    answer();
    await refreshing;
    expect(nora.see().moderation?.words).toEqual(['new']);
  });
});
