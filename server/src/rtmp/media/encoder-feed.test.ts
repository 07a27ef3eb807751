import process from 'node:process';
import { expect, test } from 'vitest';
import { until } from '../../../test/harness.ts';
import { encode, flashAndBeep } from '../../../test/ingest/sent-media.ts';
import { messageType } from '../protocol/message-types.ts';
import type { Door, KeptPiece, Wanted } from '../whip/door.ts';
import { EncoderFeed } from './encoder-feed.ts';

test('keeps recording when an answer from before the switch arrives after a newer one', async () => {
  const answers: ((wanted: Wanted) => void)[] = [];
  const kept: KeptPiece[] = [];
  const door: Pick<Door, 'open' | 'tell' | 'keep' | 'close'> = {
    open: async () => ({ path: '/whip/sessions/1', answer: '' }),
    tell: () => new Promise<Wanted>((resolve) => void answers.push(resolve)),
    keep: async (_session, piece) => {
      kept.push(piece);
      return 'kept';
    },
    close: async () => undefined,
  };
  const ffmpeg = { path: 'ffmpeg', env: { PATH: process.env['PATH'] ?? '' } };
  const feed = new EncoderFeed({
    door: door as Door,
    ffmpeg,
    key: 'key',
    mayReencode: () => true,
    refuse: (sentence) => expect.fail(sentence),
    cut: (sentence) => expect.fail(sentence),
  });
  const sent = await encode(flashAndBeep(2));
  await feed.open(undefined);
  await until('two reports are on their way', () => answers.length > 1, 10_000);
  answers[1]?.({ recording: true });
  await Promise.resolve();
  answers[0]?.({ recording: false });
  await until('the next report is sent', () => answers.length > 2, 10_000);
  for (const { track, timestamp, payload } of sent)
    feed.take({ type: messageType[track], streamId: 1, timestamp, payload });
  await feed.close();
  expect(kept.length).toBeGreaterThan(0);
}, 30_000);
