import { expect, it } from 'vitest';
import { linkify } from './linkify.ts';

it('plain text and other schemes get no link', () => {
  expect(linkify('Bring a bowl.')).toMatchObject([{ text: 'Bring a bowl.' }]);
  expect(linkify('javascript:alert(1) data:text/html,x')).toMatchObject([
    { text: 'javascript:alert(1) data:text/html,x' },
  ]);
  expect(linkify('http://')).toMatchObject([{ text: 'http://' }]);
});

it('http and https addresses become links without the sentence’s punctuation', () => {
  expect(linkify('See https://a.example/x?y=1. Bye')).toMatchObject([
    { text: 'See ' },
    { text: 'https://a.example/x?y=1', href: 'https://a.example/x?y=1' },
    { text: '. Bye' },
  ]);
});
