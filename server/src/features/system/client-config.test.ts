import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());

test('a page of another machine finds the engine at the name it was opened with', async () => {
  const videoUrlAt = async (host: string) =>
    (await app.call('GET /client_config', { headers: { host } })).data.video_url;
  expect(await videoUrlAt('192.168.1.20:3000')).toBe('ws://192.168.1.20:3000/livekit');
  expect(await videoUrlAt('localhost:3000')).toBe('ws://localhost:3000/livekit');
});
