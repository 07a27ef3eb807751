import { describe, expect, test } from 'vitest';
import type { Refusal } from '../kernel/refusal.ts';
import { readHostProfile, bioCharsMax, hostLinksMax, linkCharsMax, webLink, type HostProfile } from './host-profile.ts';

const read = (more: Partial<HostProfile>): HostProfile =>
  readHostProfile({ bio: '', langIdes: [], links: [], ...more }, [1, 2, 3]);
const refusalOf = (more: Partial<HostProfile>): string | undefined => {
  try {
    read(more);
    return undefined;
  } catch (error) {
    return (error as Refusal).code;
  }
};

describe('links', () => {
  test.each([
    ['javascript:alert(1)'],
    ['javascript://example.com/%0aalert(1)'],
    ['JaVaScRiPt://a.test/'],
    ['data:text/html,<script>alert(1)</script>'],
    ['vbscript:msgbox'],
    ['ftp://files.example.com'],
    ['https://'],
    ['https://localhost'],
    ['https://bank.example@evil.example/'],
    ['https://example.com/"onmouseover="alert(1)'],
    ["https://example.com/'><img src=x onerror=alert(1)>"],
    ['https://example.com/<script>'],
    ['https://exa mple.com'],
    ['https://example.com/\u202Emoc'],
    ['https://example.com\\@evil.example'],
    ['//example.com'],
  ])('%j is no web address', (typed) => {
    expect(webLink(typed)).toBeUndefined();
    expect(refusalOf({ links: [typed] })).toBe('web_link_invalid');
  });

  test.each([
    ['https://example.com', 'https://example.com'],
    ['http://example.com:8080/a?b=c#d', 'http://example.com:8080/a?b=c#d'],
    [' noravale.example/songs ', 'https://noravale.example/songs'],
    ['https://münchen.example/bier', 'https://münchen.example/bier'],
  ])('the link %j is kept as %j', (typed, kept) => expect(webLink(typed)).toBe(kept));

  test('at most five links are kept, each once and without empty rows, and one that is too long is refused', () => {
    const links = Array.from({ length: hostLinksMax }, (_, n) => `https://example.com/${n}`);
    expect(read({ links: [...links, '', links[0]!] }).links).toEqual(links);
    expect(refusalOf({ links: [...links, 'https://example.com/more'] })).toBe('too_many_links');
    const long = `https://example.com/${'a'.repeat(linkCharsMax - 20)}`;
    expect(read({ links: [long] }).links).toEqual([long]);
    expect(refusalOf({ links: [`${long}a`] })).toBe('web_link_too_long');
  });
});

test('a bio is as long as it may be, in code points, and loses what cannot be seen', () => {
  const longest = '🎸'.repeat(bioCharsMax);
  expect(read({ bio: longest }).bio).toBe(longest);
  expect(refusalOf({ bio: `${longest}!` })).toBe('bio_too_long');
  expect(read({ bio: ' one\r\n\r\n\r\n\r\ntwo\u202E\u0007 ' }).bio).toBe('one\n\ntwo');
  expect(read({ bio: '<script>alert(1)</script>' }).bio).toBe('<script>alert(1)</script>');
});

test('languages are the catalogue’s, each once', () => {
  expect(read({ langIdes: [2, 1, 2] }).langIdes).toEqual([2, 1]);
  expect(refusalOf({ langIdes: [4] })).toBe('language_unknown');
});
