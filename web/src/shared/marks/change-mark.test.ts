import { QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { createQueryClient } from '#web/app/query-client.ts';
import { ApiRefusal } from '#web/shared/api/refusal.ts';
import { changeMark, type SavedMarks } from './change-mark.ts';

/** Hearts on a page: what the server keeps, how they are shown, and saves that end when the test says so. */
async function hearts(kept: string[]) {
  const saves: { readonly on: boolean; readonly done: () => void; readonly fail: () => void }[] = [];
  const server = { kept, reached: true };
  const offline = () => new ApiRefusal(0, [{ message: 'No connection', code: 'offline' }]);
  const load = async () => (server.reached ? server.kept : Promise.reject(offline()));
  const marks: SavedMarks = {
    key: 'favorites',
    save: (id, on) =>
      new Promise<void>((resolve, reject) => {
        const done = (): void => {
          server.kept = [...(on ? [id] : []), ...server.kept.filter((each) => each !== id)];
          resolve();
        };
        saves.push({ on, done, fail: () => reject(offline()) });
      }),
    shownBy: () => [],
  };
  const client = createQueryClient({ retry: false });
  const observer = new QueryObserver(client, { queryKey: ['favorites'], queryFn: load });
  const stop = observer.subscribe(() => undefined);
  const shown = () => observer.getCurrentResult().data;
  await expect.poll(shown).toEqual(kept);
  return { saves, server, shown, stop, press: (id: string, on: boolean) => changeMark(client, marks, id, on) };
}

it('takes a heart back that could not be saved, also where nothing can be asked', async () => {
  const { saves, server, shown, stop, press } = await hearts(['e2']);
  server.reached = false;
  const pressed = press('e1', true);
  expect(shown()).toEqual(['e1', 'e2']);
  saves[0]!.fail();
  await pressed;
  expect(shown()).toEqual(['e2']);
  stop();
});

it('saves the last of several presses, one after the other', async () => {
  const { saves, server, shown, stop, press } = await hearts([]);
  const pressed = [press('e1', true), press('e1', false)];
  expect(saves).toHaveLength(1);
  expect(shown()).toEqual([]);
  saves[0]!.done();
  await expect.poll(() => saves.length).toBe(2);
  expect(saves[1]!.on).toBe(false);
  saves[1]!.done();
  await Promise.all(pressed);
  expect([server.kept, shown()]).toEqual([[], []]);
  stop();
});

it('shows what was saved last where a later press could not be', async () => {
  const { saves, shown, stop, press } = await hearts([]);
  const pressed = [press('e1', true), press('e1', false)];
  saves[0]!.done();
  await expect.poll(() => saves.length).toBe(2);
  saves[1]!.fail();
  await Promise.all(pressed);
  await expect.poll(shown).toEqual(['e1']);
  stop();
});
