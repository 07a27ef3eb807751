import { expect, it } from 'vitest';
import { firstStyles, rulesOf } from './first-styles.ts';

const first = (css: string, markup: string): string => firstStyles([rulesOf(css)], markup);

it('keeps the rules whose classes stand in the markup, and those of plain elements', () =>
  expect(first('h1{a:b}.here{c:d}.gone{e:f}.here.gone{g:h}.here .gone,.here b{i:j}', '<p class="x here">')).toBe(
    'h1{a:b}.here{c:d}.here b{i:j}',
  ));

it('looks into groups, and leaves empty ones out', () =>
  expect(
    first(
      '@layer base,mantine;@layer base{a{b:c}}@media (min-width:1em){.gone{d:e}}@supports (x:y){@media print{.here{f:g}}}',
      '<p class="here">',
    ),
  ).toBe('@layer base,mantine;@layer base{a{b:c}}@supports (x:y){@media print{.here{f:g}}}'));

it('cannot know what brackets mean, so it keeps', () =>
  expect(first('.here:not(.gone,:has(.lost,b)){a:b}:where(.gone,.lost){c:d}', '<p class="here">')).toBe(
    '.here:not(.gone,:has(.lost,b)){a:b}:where(.gone,.lost){c:d}',
  ));

it('keeps the variables that a rule of any sheet or the markup asks for', () =>
  expect(
    firstStyles(
      [
        rulesOf(':root{--a:1;--b:2;--c:f(3,4)}.here--x:hover{--d:5}'),
        rulesOf('.here--x{e:var(--a);f:var(--none, var(--c))}'),
      ],
      '<p class="here--x" style="g:var(--d)">',
    ),
  ).toBe(':root{--a:1;--c:f(3,4)}.here--x:hover{--d:5}\n.here--x{e:var(--a);f:var(--none, var(--c))}'));

it('keeps movements whole', () =>
  expect(first('@keyframes k{0%{a:b}to{c:d}}', '')).toBe('@keyframes k{0%{a:b}to{c:d}}'));

it('keeps the fonts a machine has; of those that are fetched the letters of our own texts, where no script brings them', () =>
  expect(
    first(
      '@font-face{src:url(a);unicode-range:U+1F??}@font-face{src:url(b);unicode-range:U+??,U+131}@font-face{src:local(c)}',
      '',
    ),
  ).toBe('@media (scripting:none){@font-face{src:url(b);unicode-range:U+??,U+131}}@font-face{src:local(c)}'));
