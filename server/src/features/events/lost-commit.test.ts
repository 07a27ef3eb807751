import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost, type TestActor } from '../../../test/actors.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { goodForm, publish, testCover } from '../../../test/publish-form.ts';
import { uploadVideo, videoFile } from '../../../test/videos.ts';
import { coverUrl } from './records.ts';

let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app, { advertising: true });
});
afterAll(() => app.close());

/** Commits the next transaction with such a statement, and loses its connection before the answer arrives. */
function loseCommitAfter(statement: string): void {
  let over = false;
  const watch = (client: pg.PoolClient): void => {
    const query = client.query.bind(client) as (...words: unknown[]) => Promise<unknown>;
    let seen = false;
    client.query = (async (...words: unknown[]) => {
      const answer = await query(...words);
      const [asked] = words as [string | pg.QueryConfig];
      const text = typeof asked === 'string' ? asked : asked.text;
      if (text.startsWith(statement)) seen = true;
      if (over || !seen || text !== 'COMMIT') return answer;
      over = true;
      app.db.pool.off('acquire', watch);
      throw Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' });
    }) as typeof client.query;
  };
  app.db.pool.on('acquire', watch);
}

const unanswered = (answer: { status: number }) => expect(answer.status).toBe(503);
const newest = async () =>
  (await app.db.one<{ id: string; cover_key: string }>(
    'SELECT id, cover_key FROM event WHERE host_id = $1 ORDER BY created_at DESC LIMIT 1',
    [host.id],
  ))!;
const found = async (url: string) => (await app.http.inject(url)).statusCode;

test('files of a transaction whose commit got no answer are kept: of a new event, a change, a video', async () => {
  loseCommitAfter('INSERT INTO event');
  unanswered(await publish(app, host, await goodForm(app)));
  const { id, cover_key: first } = await newest();
  expect(await found(coverUrl(app.kit.storage, first))).toBe(200);

  loseCommitAfter('UPDATE event');
  const body = { event_uuid: id, event_cover_image: await testCover() };
  unanswered(await app.call('POST /events/update', { as: host.token, body }));
  const { cover_key: second } = await newest();
  expect(second).not.toBe(first);
  expect(await found(coverUrl(app.kit.storage, second))).toBe(200);

  loseCommitAfter('INSERT INTO event_video');
  unanswered(await uploadVideo(app, host, { id }, videoFile()));
  const page = await app.call('GET /events/:id', { params: { id } });
  expect(await found(page.data.event.event_presentation_video!)).toBe(200);
});
