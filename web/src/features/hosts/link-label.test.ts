import { expect, it } from 'vitest';
import { linkLabel, safeHref } from './link-label.ts';

it('never makes a link of anything but a web address', () => {
  for (const hostile of [
    'javascript:alert(1)',
    'data:text/html,x',
    'https://a.example@b.example',
    ' \u0001javascript:x',
  ])
    expect(safeHref(hostile)).toBeUndefined();
  expect(safeHref('https://noravale.example/songs')).toBe('https://noravale.example/songs');
});

it('shows an address as people say it', () => {
  expect(linkLabel('https://www.noravale.example/songs/')).toBe('noravale.example/songs');
  expect(linkLabel('http://noravale.example')).toBe('noravale.example');
});
