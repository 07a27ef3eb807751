import { domainToASCII } from 'node:url';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../kernel/refusal.ts';
import { embedSitesMax, readEmbedSites } from './embed-sites.ts';

const read = (...typed: string[]): string[] => readEmbedSites(typed, domainToASCII);
const codeOf = (...typed: string[]): string => {
  try {
    read(...typed);
    return 'accepted';
  } catch (error) {
    return error instanceof Refusal ? error.code : String(error);
  }
};

describe('websites that may embed events', () => {
  test.each([
    ['example.com', 'https://example.com'],
    [' https://Example.com/tickets?x=1#y ', 'https://example.com'],
    ['https://example.com:443', 'https://example.com'],
    ['https://example.com:8443/', 'https://example.com:8443'],
    ['*.example.com', 'https://*.example.com'],
    ['https://*.shop.example.co.uk', 'https://*.shop.example.co.uk'],
    ['https://tänzer.example', 'https://xn--tnzer-gra.example'],
    ['http://localhost:3000', 'http://localhost:3000'],
  ])('the website %s is kept as %s', (typed, kept) => {
    expect(read(typed)).toEqual([kept]);
  });

  test.each([
    '*',
    'https://*',
    '*.com',
    'http://example.com',
    'https://user@example.com',
    'https://user:pass@example.com',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://example.com; script-src *',
    'https://example.com\nx-header: 1',
    "'unsafe-inline'",
    'https://ex ample.com',
    'https://example',
    'https://example.com:99999',
    'https://-example.com',
    'https://a.*.example.com',
    '//example.com',
    `https://${'a'.repeat(64)}.com`,
  ])('the website %j is refused', (typed) => {
    expect(codeOf(typed)).toBe('embed_site_invalid');
  });

  test('a long site is cut between characters in its refusal', () => {
    expect(() => read(`${'x'.repeat(59)}🎹.example`)).toThrow(
      expect.objectContaining({ message: expect.not.stringMatching(/\p{Cs}/u) as string }),
    );
  });

  test('each website counts once, blank lines do not count, and there is a maximum', () => {
    expect(read('example.com', '', '  ', 'https://example.com/a')).toEqual(['https://example.com']);
    const many = Array.from({ length: embedSitesMax + 1 }, (_, n) => `s${n}.example.com`);
    expect(read(...many.slice(1))).toHaveLength(embedSitesMax);
    expect(codeOf(...many)).toBe('too_many_embed_sites');
  });
});
