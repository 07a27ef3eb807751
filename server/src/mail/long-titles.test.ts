import { charsIn } from '@frontrow/core/kernel/text.ts';
import { languages } from '@frontrow/core/kernel/language.ts';
import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { longestMails } from '../../test/longest-mails.ts';
import { createMailWriter } from '../adapters/mail/smtp/write-mail.ts';
import { subjectCharsMax } from './event-date.ts';

/** RFC 5322 and RFC 2047. */
const lineBytesMax = 998;
const encodedWordMax = 75;
/** Stands for a short title or name: in no other text. */
const mark = 'Xq';
const write = createMailWriter('Frontrow <hello@frontrow.test>');

const texts = {
  sentence: {
    title:
      'The long evening of slow ramen and fast friends, with everything you never dared to ask about noodles and the people in it',
    name: 'Mei Tanaka and the Society of Slow Soups',
    text: 'A long sentence that explains everything. '.repeat(12),
  },
  'one word': { title: 'Ramen'.repeat(24), name: 'Meitanaka'.repeat(4), text: 'w'.repeat(250) },
  'letters of other scripts': { title: '夜のラーメン'.repeat(20), name: '田中芽衣'.repeat(10), text: '麺'.repeat(250) },
  emoji: { title: '👩‍🎤'.repeat(24), name: '🍜'.repeat(40), text: '🍜'.repeat(125) },
} as const;

describe.each(Object.entries(texts))('with %s of the longest kind', (_what, typed) => {
  const mails = longestMails(typed);
  /** The same emails with a short title, and with a short name. */
  const short = [longestMails({ ...typed, title: mark }), longestMails({ ...typed, name: mark })];

  test.each(Object.entries(mails))(
    'the subject of “%s” fits where inboxes cut it, with all its own words, in each language',
    (name, mail) => {
      for (const language of languages) {
        const { subject } = mail.inLanguage!(language);
        expect(charsIn(subject)).toBeLessThanOrEqual(subjectCharsMax);
        expect(subject).not.toMatch(/ …|,…|:…$/);
        // What stands around the title, or around the name where there is no title.
        const [before = '', after = ''] =
          short
            .map((others) => others[name]!.inLanguage!(language).subject.split(mark))
            .find(({ length }) => length > 1) ?? [];
        expect(subject.slice(0, before.length)).toBe(before);
        expect(subject.slice(subject.length - after.length)).toBe(after);
      }
    },
  );

  test.each(Object.entries(mails))('“%s” is a valid message, and its subject arrives as it is', async (_name, mail) => {
    for (const language of languages) {
      const written = mail.inLanguage!(language);
      const raw = (await write(written)).raw.toString();
      for (const line of raw.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(lineBytesMax);
      for (const [word] of raw.matchAll(/=\?UTF-8\?[^?]+\?[^?]*\?=/g))
        expect(word.length).toBeLessThanOrEqual(encodedWordMax);
      expect((await PostalMime.parse(raw)).subject).toBe(written.subject);
    }
  });
});

test('a title that fits stays whole, one that does not gives way to what an email says and to its date', () => {
  const { refund, 'meeting missed': missed } = longestMails(texts.sentence);
  expect(refund!.subject).toBe('Your refund of €1,234,567.89: The long evening of slow ramen and…, Sun 22 Nov');
  expect(refund!.html).toContain(texts.sentence.title);
  expect(missed!.inLanguage!('de').subject).toBe(
    'Dein Treffen mit Mei Tanaka and the Society of Slow… hat nicht stattgefunden',
  );
  expect(missed!.inLanguage!('de').html).toContain(`${texts.sentence.name} hat nicht stattgefunden`);
  expect(longestMails({ ...texts.sentence, title: 'Slow ramen, fast friends' })['new event']!.subject).toBe(
    'Mei Tanaka and the Society of Slow Soups: Slow ramen, fast friends',
  );
});
