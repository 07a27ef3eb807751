import type { AnswerOf } from '@frontrow/contract/api.ts';
import { tagCharsMax } from '@frontrow/core/events/limits.ts';
import { days, hours, minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newHost, type TestActor } from '../../../test/actors.ts';
import { type EventTraits, newEvent } from '../../../test/events.ts';
import { testApp, type TestAnswer, type TestApp } from '../../../test/harness.ts';
import { brokenInvariants } from '../../../test/invariants.ts';

let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp({ apart: { S02: 'events here start off the quarter of an hour' } });
  host = await newHost(app, { username: 'kofimensah' });
});
afterAll(() => app.close());

const event = async (traits: EventTraits, owner = host): Promise<string> => (await newEvent(app, owner, traits)).id;
const ask = (query: Record<string, string>): Promise<TestAnswer<AnswerOf<'GET /search'>>> =>
  app.call('GET /search', { query });
const found = async (query: Record<string, string>): Promise<string[]> => {
  const answer = await ask(query);
  expect(answer.errors).toEqual([]);
  return answer.data.events.map((card) => card.event.event_uuid);
};

describe('finds', () => {
  test('events are found by words of title, description, tags and host, whatever their accents and case', async () => {
    const id = await event({
      title: 'Café español: hablar sin miedo',
      description: 'We speak about Zwiebelkuchen.',
      tags: ['Conversación'],
    });
    for (const q of ['cafe', 'CAFÉ ESPANOL', 'conversacion', 'zwiebelkuchen', 'kofimensah cafe', 'hablar mie'])
      expect(await found({ q })).toContain(id);
    expect(await found({ q: 'cafe ramen' })).toEqual([]);
  });

  test('events are found by the name of their category, after events whose title has the word', async () => {
    const filed = await event({ title: 'Two turntables', categoryIde: 1, startsInMs: hours(1) });
    const said = await event({ title: 'Music for plants', startsInMs: hours(2) });
    expect(await found({ q: 'music' })).toEqual([said, filed]);
  });

  test('words in every script are found', async () => {
    const id = await event({ title: 'Вечер в Москве 初めての書道', description: '한국어 수업' });
    for (const q of ['москве', 'МОСКВЕ', 'маскве', '書道', '한국어']) expect(await found({ q })).toEqual([id]);
    expect(await found({ q: 'харьков' })).toEqual([]);
  });

  test.each([
    ['Arabic', 'الْمُوسِيقَى الْعَرَبِيَّة', ['الموسيقى', 'العربية', 'المُوسيقى', 'الموسيقي', 'المـوسيقى']],
    ['Arabic hamzas', 'أُمسِية آمال إلى الآن', ['امسية', 'أمسية', 'امسيه', 'امال', 'الى', 'الان']],
    ['Persian', 'گفت\u200cوگو درباره\u200cی کتاب', ['گفتوگو', 'كتاب', 'کتاب', 'درباره']],
    ['Hebrew', 'שִׁיר הַשִּׁירִים', ['שיר', 'השירים', 'הַשירים']],
    ['Hebrew presentation forms', '\uFB2A\u05B0\u05DC\u05D5\u05DD', ['שלום']],
    ['Syriac', 'ܫܠܳܡܳܐ', ['ܫܠܡܐ']],
    ['Latin with marks that no letter composes', 'm\u030Cotn\u0304i', ['motni', 'm\u030Cotn\u0304i']],
    ['Greek', 'Μουσική βραδιά, χορός', ['μουσικη', 'ΒΡΑΔΙΑ', 'ΧΟΡΟΣ', 'χορος']],
  ])('words are found by their letters, whatever their vowel marks: %s', async (_script, title, asked) => {
    const id = await event({ title });
    // A similar word must not hide the right one.
    const other = await event({ title: asked[0]!.slice(0, -1) });
    for (const q of asked) {
      const { data } = await ask({ q });
      expect([q, data.corrected, data.events.map((card) => card.event.event_uuid)]).toEqual([
        q,
        null,
        expect.arrayContaining([id]),
      ]);
    }
    expect(other).not.toBe(id);
  });

  test.each([
    ['Japanese', 'JAZZライブ2026年春', ['jazz', 'ライブ', '2026', '2026年', 'JAZZライブ', 'jaz']],
    ['Chinese', '学习React教程', ['react', '教程', 'REACT教程', '学习']],
    ['Korean', 'K팝DANCE파티', ['dance', '파티', 'dance파티', 'k팝']],
  ])('Latin words and numbers next to letters without spaces are found: %s', async (_script, title, asked) => {
    const id = await event({ title });
    for (const q of asked) {
      const { data } = await ask({ q });
      expect([q, data.corrected, data.events.map((card) => card.event.event_uuid)]).toEqual([q, null, [id]]);
    }
  });

  test.each([
    ['Devanagari', 'हिन्दी किताब', 'किताब', 'कताब'],
    ['Thai', 'ร้องเพลง', 'ร้องเพลง', 'รองเพลง'],
    ['Bengali', 'বাংলা গান', 'গান', 'গনি'],
    ['Tamil', 'தமிழ் பாடல்', 'தமிழ்', 'தமழ'],
    ['Khmer', 'ចម្រៀង', 'ចម្រៀង', 'ចមរៀង'],
  ])('marks that distinguish words are kept: %s', async (_script, title, same, another) => {
    const id = await event({ title });
    expect((await ask({ q: same })).data.corrected).toBeNull();
    expect(await found({ q: same })).toContain(id);
    const words = await app.db.one<{ same: boolean }>('SELECT search_words($1) = search_words($2) AS same', [
      same,
      another,
    ]);
    expect(words!.same).toBe(false);
    const { whole } = (await app.db.one<{ whole: string[] }>('SELECT search_words($1) AS whole', [same]))!;
    expect(whole).toEqual([same]);
  });

  test('a word typed wrong as the closest known one, and says which', async () => {
    const id = await event({ title: 'Guitar for left hands', startsInMs: hours(3) });
    for (const q of ['gutiar', 'guitr', 'guitarr', 'giutar']) {
      const { data } = await ask({ q });
      expect(data.events.map((card) => card.event.event_uuid)).toContain(id);
      expect(data.corrected).toBe('guitar');
    }
    expect((await ask({ q: 'guitar' })).data.corrected).toBeNull();
    expect((await ask({ q: 'gui' })).data).toMatchObject({ corrected: null, events: [{ event: { event_uuid: id } }] });
  });

  test('live events are found first, then by title and tags, then by description; past ones only when asked for', async () => {
    const received = await event({ title: 'An evening', description: 'With a theremin.', startsInMs: hours(1) });
    const later = await event({ title: 'Theremin II', startsInMs: hours(3) });
    const sooner = await event({ title: 'Strings', tags: ['theremin'], startsInMs: hours(2) });
    const live = await event({ title: 'Theremin now', startsInMs: -minutes(5), state: 'live' });
    const past = await event({ title: 'Theremin then', startsInMs: -days(1), state: 'finished' });
    expect(await found({ q: 'theremin' })).toEqual([live, sooner, later, received]);
    expect(await found({ q: 'theremin', past: 'true' })).toEqual([past]);
    expect(await found({ q: 'theremin', live_now: 'true' })).toEqual([live]);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { data }: TestAnswer<AnswerOf<'GET /search'>> = await ask({
        q: 'theremin',
        limit: '1',
        ...(cursor && { cursor }),
      });
      seen.push(...data.events.map((card) => card.event.event_uuid));
      expect([data.tags.length > 0, data.hosts.length > 0]).toEqual(cursor ? [false, false] : [true, false]);
      cursor = data.next_cursor;
    }
    expect(seen).toEqual([live, sooner, later, received]);
  });

  test('events are found with the filters of Discover', async () => {
    const free = await event({ title: 'Accordion one', langIdes: [1], categoryIde: 2, startsInMs: hours(1) });
    const paid = await event({ title: 'Accordion two', langIdes: [3], priceMinor: 1000, startsInMs: hours(2) });
    const q = 'accordion';
    expect(await found({ q, free: 'true' })).toEqual([free]);
    expect(await found({ q, price_max: '10.99' })).toEqual([free]);
    expect(await found({ q, lang: '3' })).toEqual([paid]);
    expect(await found({ q, category: '2' })).toEqual([free]);
    expect(await found({ q, from: String(app.clock.now() + minutes(90)) })).toEqual([paid]);
    expect(await found({ q, host: 'kofimensah' })).toEqual([free, paid]);
    expect(await found({ q, host: 'nobody' })).toEqual([]);
  });

  test('events are found by a whole tag, and tags and hosts next to events', async () => {
    const owner = await newHost(app, { username: 'ligiabaltasar' });
    const id = await event({ title: 'Quiet', tags: ['Field Recording'] }, owner);
    expect(await found({ tag: 'field recording' })).toEqual([id]);
    expect(await found({ tag: 'field' })).toEqual([]);
    const longest = '🎻'.repeat(tagCharsMax);
    const longTagged = await event({ title: 'Strings alone', tags: [longest] });
    expect(await found({ tag: longest })).toEqual([longTagged]);
    expect((await ask({ q: 'recording' })).data.tags).toEqual(['Field Recording']);
    const { data } = await ask({ q: 'ligia' });
    expect(data.hosts).toMatchObject([{ user: { user_username: 'ligiabaltasar' }, upcoming_events: 1 }]);
    expect(data.events).toHaveLength(1);
  });

  test('nothing for an unknown word, and then suggests words that find something', async () => {
    await event({ title: 'A banjo evening', tags: ['banjo'] });
    const { data } = await ask({ q: 'underwater banjo' });
    expect(data.events).toEqual([]);
    expect(data.suggestions[0]).toBe('banjo');
    expect(data.tags).toEqual(['banjo']);
    expect((await ask({})).data).toMatchObject({ events: [], suggestions: expect.arrayContaining(['banjo']) });
  });
});

describe('sees a change at once', () => {
  test('a new title, a new name, a new time, an end', async () => {
    const owner = await newHost(app, { username: 'rafaibarra' });
    const id = await event({ title: 'Salsa in socks' }, owner);
    await app.db.query("UPDATE event SET title = 'Bachata barefoot' WHERE id = $1", [id]);
    expect([await found({ q: 'salsa' }), await found({ q: 'bachata' })]).toEqual([[], [id]]);
    await app.db.query("UPDATE app_user SET name = 'Evaristo' WHERE id = $1", [owner.id]);
    expect(await found({ q: 'evaristo' })).toEqual([id]);
    await app.db.query('UPDATE event SET is_public = false WHERE id = $1', [id]);
    expect(await found({ q: 'bachata' })).toEqual([]);
    await app.db.query('UPDATE event SET is_public = true WHERE id = $1', [id]);
    expect(await found({ q: 'bachata' })).toEqual([id]);
    await app.call('POST /events/cancel', { as: owner.token, body: { event_uuid: id } });
    expect([await found({ q: 'bachata' }), await found({ q: 'bachata', past: 'true' })]).toEqual([[], []]);
    expect((await brokenInvariants(app.db)).filter((line) => line.startsWith('L'))).toEqual([]);
  });
});

describe('never shows', () => {
  test('an unlisted event: no card, no tag, no word, no suggestion', async () => {
    await event({
      title: 'Canarybird gathering',
      description: 'Secretnest within.',
      tags: ['canarytag'],
      isPublic: false,
      startsInMs: minutes(1),
    });
    for (const q of ['canarybird', 'canarybrid', 'secretnest', 'canarytag', 'canary', 'gathering canarybird'])
      for (const more of [[], [['past', 'true']], [['live_now', 'true']]]) {
        const { data } = await ask({ q, ...Object.fromEntries(more) });
        expect(JSON.stringify({ ...data, corrected: null }).toLowerCase()).not.toMatch(/canary|secretnest/);
        expect(data.corrected).toBeNull();
      }
    expect(await found({ tag: 'canarytag' })).toEqual([]);
    expect(await app.db.query("SELECT 1 FROM search_word WHERE word ~ 'canary|secretnest'")).toEqual([]);
  });
});

describe('takes any text', () => {
  test.each([
    ['one letter', { q: 'a' }, 'Please type at least 2 letters.'],
    ['a text', { q: 'x'.repeat(500) }, 'Please search for at most 100 letters.'],
  ])('%s is refused in a sentence', async (_what, query, message) => {
    expect(await ask(query)).toMatchObject({ status: 400, errors: [{ message, field: 'q' }] });
  });

  test.each([
    ['nothing', ''],
    ['blanks', '    '],
    ['a per cent', '%%'],
    ['underscores', '__'],
    ['quotes', `'"'"\\`],
    ['a backslash', 'piano\\'],
    ['operators', "piano' & !x | (y:*)"],
    ['a mark of filters', '=f =h1'],
    ['a NUL', 'pi\u0000ano'],
    ['a smile', '👩‍🎤👋🏽'],
    ['combining marks', 'Z̸̧͎a̷l̶g̷o̶'],
    ['writing from the right', 'مرحبا بالعالم'],
    ['a lone half of a letter', '\ud83d x'],
    ['a hundred words', 'a b c d e f g h i j k l m n o p q r s t u v w x y z '.repeat(2).slice(0, 100)],
    ['the longest', 'ab'.repeat(50)],
  ])('%s finds nothing and is no fault', async (_what, q) => {
    expect(await ask({ q })).toMatchObject({ status: 200, data: { events: [] } });
  });

  test('a cursor that we did not make is refused', async () => {
    for (const cursor of ['x', '9~2026-01-01~x', Buffer.from("0~2026-01-01~'; --").toString('base64url')])
      expect((await ask({ q: 'theremin', cursor })).errors).toMatchObject([{ code: 'bad_input', field: 'cursor' }]);
  });
});
