import process from 'node:process';
import { expect, test } from 'vitest';
import { until } from '../../../test/harness.ts';
import { encode, flashAndBeep } from '../../../test/ingest/sent-media.ts';
import { messageType } from '../protocol/chunks.ts';
import type { AppClient, RecordingSegment, SessionOrders } from '../webrtc/app-client.ts';
import { EncoderFeed } from './encoder-feed.ts';

test('a feed keeps recording when an answer from before the switch arrives after a newer one', async () => {
  const answers: ((orders: SessionOrders) => void)[] = [];
  const stored: RecordingSegment[] = [];
  const client: Pick<AppClient, 'open' | 'reportHealth' | 'storeSegment' | 'close'> = {
    open: async () => ({ path: '/whip/sessions/1', answer: '' }),
    reportHealth: () => new Promise<SessionOrders>((resolve) => void answers.push(resolve)),
    storeSegment: async (_session, segment) => {
      stored.push(segment);
      return 'stored';
    },
    close: async () => undefined,
  };
  const ffmpeg = { path: 'ffmpeg', env: { PATH: process.env['PATH'] ?? '' } };
  const feed = new EncoderFeed({
    app: client as AppClient,
    ffmpeg,
    key: 'key',
    mayTranscode: () => true,
    mayCopy: () => true,
    refuse: (sentence) => expect.fail(sentence),
    cut: (sentence) => expect.fail(sentence),
  });
  const sent = await encode(flashAndBeep(2));
  await feed.open(undefined);
  await until('two reports are on their way', () => answers.length > 1);
  answers[1]?.({ recording: true, replay: true, vp8: false, restreams: [] });
  await Promise.resolve();
  answers[0]?.({ recording: false, replay: false, vp8: false, restreams: [] });
  await until('the next report is sent', () => answers.length > 2);
  for (const { track, timestamp, payload } of sent)
    feed.onMessage({ type: messageType[track], streamId: 1, timestamp, payload });
  await feed.close();
  expect(stored.length).toBeGreaterThan(0);
});
