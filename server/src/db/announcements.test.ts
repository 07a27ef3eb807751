import { afterEach, expect, test } from 'vitest';
import { freshDatabase, until } from '../../test/harness.ts';
import { type Line, startLine } from '../../test/network-proxy.ts';
import { silentLog } from '../ports/log.ts';
import { createAnnouncements } from './announcements.ts';
import { openDb } from './db.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** Announcements of one process whose database is at the end of a line. */
async function farAway(): Promise<{ line: Line; heard: string[]; gaps: () => number; say: (text: string) => void }> {
  const database = await freshDatabase();
  ends.push(database.drop);
  const url = new URL(database.url);
  const line = await startLine(Number(url.port));
  ends.push(line.stop);
  const near = openDb({ url: database.url, log: silentLog });
  ends.push(near.close);
  const speaker = createAnnouncements(near, 'news', 'near', silentLog);
  ends.push(speaker.stop);
  url.port = String(line.port);
  const far = openDb({ url: url.href, log: silentLog });
  ends.push(far.close);
  const listener = createAnnouncements(far, 'news', 'far', silentLog);
  ends.push(listener.stop);
  const heard: string[] = [];
  let gaps = 0;
  listener.listen(
    (message) => void heard.push(message),
    () => void (gaps += 1),
  );
  return { line, heard, gaps: () => gaps, say: speaker.announce };
}

test('a connection that is dead without a word is noticed, and a new one hears on', async () => {
  const { line, heard, gaps, say } = await farAway();
  await until('it listens', () => gaps() === 1);
  say('one');
  await until('it hears', () => heard.includes('one'));
  line.forget();
  await until('it listens again and knows that it missed something', () => gaps() === 2);
  say('two');
  await until('it hears again', () => heard.includes('two'));
});

test('everything that one turn of the event loop announces is heard, in its order', async () => {
  const { heard, gaps, say } = await farAway();
  await until('it listens', () => gaps() === 1);
  const messages = Array.from({ length: 1_201 }, (_, n) => `message ${n}`);
  for (const message of messages) say(message);
  await until('it hears the last one', () => heard.includes('message 1200'));
  expect(heard).toEqual(messages);
});
