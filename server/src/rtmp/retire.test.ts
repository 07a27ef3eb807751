import { once } from 'node:events';
import { expect, test } from 'vitest';
import { until } from '../../test/harness.ts';
import { aac, moving, sound440, startIngest, startListener, zeroLatency } from '../../test/ingest/stage.ts';

const words = ['-re', ...moving(), ...sound440, ...zeroLatency, ...aac];

test('a retired listener keeps the encoder that sends, leaves its port to the next, and ends with its last encoder', async () => {
  const stage = await startIngest();
  const viewer = await stage.watch();
  const encoder = stage.send(words);
  await until('pictures arrive', () => viewer.received.pictures > 20);

  stage.listener.send('retire');
  await once(stage.listener, 'message');
  const next = await startListener(stage.settings);
  const before = viewer.received.pictures;
  await until('pictures go on', () => viewer.received.pictures > before + 30);
  expect(stage.app.asked.map(({ method }) => method)).toEqual(['POST']);

  const ended = once(stage.listener, 'exit');
  await encoder.stop();
  expect(await ended).toEqual([0, null]);
  expect(stage.app.asked.map(({ method }) => method)).toEqual(['POST', 'DELETE']);

  const again = stage.send(words, 'another');
  await until('the next one takes encoders', () => stage.app.asked.length === 3);
  await again.stop();
  next.kill();
  await once(next, 'exit');
  await stage.stop();
});
