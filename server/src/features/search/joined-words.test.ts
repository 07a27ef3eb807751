import type { AnswerOf } from '@frontrow/contract/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newHost, type TestActor } from '../../../test/actors.ts';
import { type EventTraits, newEvent } from '../../../test/events.ts';
import { testApp, type TestAnswer, type TestApp } from '../../../test/harness.ts';
import { brokenInvariants } from '../../../test/invariants.ts';

let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp({ apart: { S02: 'one event is over: it starts off the quarter of an hour' } });
  // Known words that are one letter away from what is searched for below.
  host = await named(await newHost(app, { username: 'kofi' }), 'Hipchop', 'Adcx');
});
afterAll(() => app.close());

const named = async (owner: TestActor, name: string, surname: string): Promise<TestActor> => {
  await app.db.query('UPDATE app_user SET name = $2, surname = $3 WHERE id = $1', [owner.id, name, surname]);
  return owner;
};
const event = async (traits: EventTraits, owner = host): Promise<string> => (await newEvent(app, owner, traits)).id;
const ask = (query: Record<string, string>): Promise<TestAnswer<AnswerOf<'GET /search'>>> =>
  app.call('GET /search', { query });
const found = async (query: Record<string, string>): Promise<string[]> => {
  const { errors, data } = await ask(query);
  expect(errors).toEqual([]);
  expect(data.corrected).toBeNull();
  return data.events.map((card) => card.event.event_uuid);
};

test.each([
  [
    ['Lo-Fi nights', 'Lofi nights', 'Lo fi nights'],
    ['lofi', 'lo-fi', 'lo fi', 'LO\u2011FI', 'lo\u00adfi', 'lo/fi'],
  ],
  [
    ['Hip-Hop school', 'Hiphop school', 'Hip hop school'],
    ['hiphop', 'hip-hop', 'hip hop', 'school hiphop'],
  ],
  [
    ['AC/DC covers', 'ACDC covers', 'AC DC covers'],
    ['acdc', 'ac/dc', 'AC DC', 'ac-dc covers', 'acdc covers'],
  ],
  [
    ['R.E.M. unplugged', 'REM unplugged'],
    ['rem', 'r.e.m.', 'R.E.M', 'rem unplugged'],
  ],
  [
    ["O'Malley sings", 'O’Malley sings', 'OMalley sings'],
    ['omalley', "o'malley", 'o’malley', 'oʼmalley', 'o malley'],
  ],
  [
    ['Rock’n’roll dance', "Rock'n'roll dance", 'Rocknroll dance'],
    ['rocknroll', "rock'n'roll", 'rock’n’roll dance'],
  ],
  [
    ['ジャズ・ナイト', 'ジャズナイト'],
    ['ジャズナイト', 'ジャズ・ナイト', 'ジャズ ナイト'],
  ],
])('%j: each is found by every way to write it', async (titles, queries) => {
  const ids = await Promise.all(titles.map((title) => event({ title })));
  for (const q of queries) expect({ q, ids: (await found({ q })).toSorted() }).toEqual({ q, ids: ids.toSorted() });
});

test('each part of a chain of joined words is found, together and apart', async () => {
  const id = await event({ title: 'Synth-pop/trip-hop marathon' });
  for (const q of ['synthpop', 'triphop', 'trip-hop', 'synth pop', 'poptrip']) expect(await found({ q })).toEqual([id]);
  expect(await found({ q: 'hopsynth' })).toEqual([]);
});

test('a blank joins neighbours only, and only in title, tags and names', async () => {
  await event({ title: 'Sci for everybody: fi', description: 'No dub step here.' });
  expect(await found({ q: 'scifi' })).toEqual([]);
  expect(await found({ q: 'dubstep' })).toEqual([]);
  const id = await event({ title: 'A sci fi evening', tags: ['dub step'] });
  expect([await found({ q: 'scifi' }), await found({ q: 'dubstep' })]).toEqual([[id], [id]]);
});

test('joined words are found in the description, too, where a mark joins them', async () => {
  const id = await event({ title: 'Strings', description: 'A bit of nu-jazz and drum’n’bass.' });
  for (const q of ['nujazz', 'nu jazz', 'nu-jazz', 'drumnbass']) expect(await found({ q })).toEqual([id]);
});

test('what is over is found and not corrected either', async () => {
  const id = await event({ title: 'Bossa-nova', state: 'finished', startsInMs: -86_400_000 });
  const { data } = await ask({ q: 'bossanova' });
  expect([data.events, data.corrected]).toEqual([[], null]);
  expect(await found({ q: 'bossanova', past: 'true' })).toEqual([id]);
});

test('a word that is written nowhere is still corrected', async () => {
  const id = await event({ title: 'Ukulele-club' });
  const { data } = await ask({ q: 'ukulelle' });
  expect([data.corrected, data.events[0]?.event.event_uuid]).toEqual(['ukulele', id]);
});

describe('as you type', () => {
  test.each([
    ['Neo-Soul cellar', ['ne', 'neo', 'neo-', 'neo-s', 'neos', 'neosou', 'neo so', 'neosoul']],
    ['Postpunk attic', ['po', 'post', 'post-', 'post-p', 'post p', 'post-pun', 'postpunk']],
    ['Big band garden', ['big', 'bigb', 'bigban', 'bigband', 'big-band']],
  ])('%s stays found with every further letter', async (title, queries) => {
    const id = await event({ title });
    for (const q of queries) expect({ q, ids: await found({ q }) }).toEqual({ q, ids: expect.arrayContaining([id]) });
  });
});

describe('tags', () => {
  test('tags are one tag however they are joined, and are shown once', async () => {
    const ids = [
      await event({ title: 'One', tags: ['Free-Jazz'] }),
      await event({ title: 'Two', tags: ['freejazz'] }),
      await event({ title: 'Three', tags: ['Free Jazz'] }),
    ].toSorted();
    for (const tag of ['Free-Jazz', 'freejazz', 'free jazz', 'free/jazz'])
      expect({ tag, ids: (await found({ tag })).toSorted() }).toEqual({ tag, ids });
    for (const q of ['freejazz', 'free jazz']) expect((await ask({ q })).data.tags).toHaveLength(1);
  });

  test('tags differ by every other mark', async () => {
    const ids = [await event({ title: 'Four', tags: ['C++'] }), await event({ title: 'Five', tags: ['C#'] })];
    expect([await found({ tag: 'c++' }), await found({ tag: 'c#' })]).toEqual([[ids[0]], [ids[1]]]);
    const dashes = await event({ title: 'Six', tags: ['---'] });
    expect([await found({ tag: '---' }), await found({ tag: '...' })]).toEqual([[dashes], []]);
  });
});

describe('hosts', () => {
  test.each([
    ['dj.ana-lu', 'Ana Lu', 'O’Brien', ['obrien', "o'brien", 'o’brien', 'djanalu', 'analu']],
    ['ziggy_star', 'Jean-Luc', 'Dupont', ['jeanluc', 'jean luc', 'ziggystar', 'lucdupont']],
  ])('%s, %s %s is found together and apart', async (username, name, surname, queries) => {
    const owner = await named(await newHost(app, { username }), name, surname);
    for (const q of queries) {
      const { data } = await ask({ q });
      const hosts = data.hosts.map(({ user }) => user.user_username);
      expect({ q, corrected: data.corrected, hosts }).toEqual({ q, corrected: null, hosts: [owner.username] });
    }
  });
});

test('corrections never offer two words as one', async () => {
  await event({ title: 'Harmonica under trees', tags: ['harmonica'] });
  expect(await app.db.query("SELECT 1 FROM search_word WHERE word ~ '^=' OR word = 'harmonicaunder'")).toEqual([]);
  expect((await brokenInvariants(app.db)).filter((line) => line.startsWith('L'))).toEqual([]);
});
