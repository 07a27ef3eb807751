import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '../../../test/harness.ts';
import { startTranscriptionServer, type TranscriptionServer } from '../../../test/transcription-server.ts';
import type { TranscriptionListener, Understood } from '../../ports/transcription.ts';
import { voskServer } from './vosk-server.ts';

let server: TranscriptionServer;
let said: Understood[];
let endings: (string | undefined)[];
const listener: TranscriptionListener = {
  understood: (one) => void said.push(one),
  ended: (problem) => void endings.push(problem),
};
const quarterSecond = new Uint8Array(8_000);
beforeEach(async () => {
  server = await startTranscriptionServer(['one', 'two', 'three', 'four']);
  [said, endings] = [[], []];
});
afterEach(() => server.close());

test('a transcription reports unfinished and finished sentences, and ends without an error', async () => {
  const transcription = voskServer(server.url);
  expect(transcription.server).toBe('127.0.0.1');
  const sound = transcription.open(listener);
  for (let piece = 0; piece < 4; piece++) sound.send(quarterSecond);
  await until('all of it is understood', () => said.length === 4);
  sound.end();
  await until('the last words', () => endings.length === 1);
  expect(said).toEqual([
    { text: 'one', final: false },
    { text: 'one two', final: false },
    { text: 'one two three', final: true },
    { text: 'four', final: false },
    { text: 'four', final: true },
  ]);
  expect(endings).toEqual([undefined]);
  expect(server.configs).toEqual([{ config: { sample_rate: 16_000 } }]);
  expect(server.bytes()).toBe(4 * quarterSecond.length);
});

test('a transcription reports once that the server ended the connection, or that no one answers', async () => {
  const sound = voskServer(server.url).open(listener);
  sound.send(quarterSecond);
  await until('it is understood', () => said.length === 1);
  server.hangUp();
  await until('the end', () => endings.length === 1);
  sound.send(quarterSecond);
  sound.end();
  await server.close();
  voskServer(server.url).open(listener).send(quarterSecond);
  await until('the second end', () => endings.length === 2);
  expect(endings).toEqual(Array.from({ length: 2 }, () => 'The transcription server ended the connection.'));
});
