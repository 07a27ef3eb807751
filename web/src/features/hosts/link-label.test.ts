import { expect, it } from 'vitest';
import { linkLabel, safeHref } from './link-label.ts';

it('only a web address becomes a link', () => {
  for (const hostile of [
    'javascript:alert(1)',
    'data:text/html,x',
    'https://a.example@b.example',
    ' \u0001javascript:x',
  ])
    expect(safeHref(hostile)).toBeUndefined();
  expect(safeHref('https://noravale.example/songs')).toBe('https://noravale.example/songs');
});

it('a label leaves out the scheme, “www.” and a trailing slash', () => {
  expect(linkLabel('https://www.noravale.example/songs/')).toBe('noravale.example/songs');
  expect(linkLabel('http://noravale.example')).toBe('noravale.example');
});
