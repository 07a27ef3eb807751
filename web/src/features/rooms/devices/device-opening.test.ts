import { expect, test } from 'vitest';
import { createDeviceOpening } from './device-opening.ts';

function device() {
  const answers: { give: (track: MediaStreamTrack) => void; refuse: (error: Error) => void }[] = [];
  const shown: (MediaStreamTrack | null)[] = [];
  const errors: unknown[] = [];
  const stopped: string[] = [];
  const track = (id: string): MediaStreamTrack => ({ id, stop: () => void stopped.push(id) }) as MediaStreamTrack;
  const opening = createDeviceOpening({
    openTrack: () => new Promise((give, refuse) => answers.push({ give, refuse })),
    show: (one) => shown.push(one),
    failed: (error) => errors.push(error),
  });
  return { opening, answers, shown, errors, stopped, track };
}

test('a device that is still being opened is wanted, and one that was turned off or refused is not', async () => {
  const { opening, answers, errors, track } = device();
  expect(opening.isWanted()).toBe(false);
  const first = opening.open();
  expect(opening.isWanted()).toBe(true);
  answers[0]!.give(track('one'));
  await first;
  expect(opening.isWanted()).toBe(true);
  opening.close();
  expect(opening.isWanted()).toBe(false);
  const second = opening.open();
  answers[1]!.refuse(new Error('denied'));
  await second;
  expect(opening.isWanted()).toBe(false);
  expect(errors).toHaveLength(1);
});

test('a device that is reopened or closed while it opens is stopped when it arrives, and not shown', async () => {
  const { opening, answers, shown, stopped, track } = device();
  const early = opening.open();
  const later = opening.open();
  answers[0]!.give(track('early'));
  await early;
  answers[1]!.give(track('later'));
  await later;
  const closed = opening.open();
  opening.close();
  answers[2]!.give(track('closed'));
  await closed;
  expect(stopped).toEqual(['early', 'later', 'closed']);
  expect(shown.flatMap((one) => one?.id ?? [])).toEqual(['later']);
  expect(shown.at(-1)).toBeNull();
});

test('a device that is refused after it was closed is no error', async () => {
  const { opening, answers, errors } = device();
  const unwanted = opening.open();
  opening.close();
  answers[0]!.refuse(new Error('too late'));
  await unwanted;
  expect(errors).toEqual([]);
});
