import { expect, it } from 'vitest';
import { lighthouse } from './lighthouse.ts';

const url = 'http://127.0.0.1/';
const scores = {
  printed: JSON.stringify({ categories: { performance: { score: 0.97 }, seo: { score: 1 } } }),
  complained: '',
};
const noStart = { printed: '{"categ', complained: 'Runtime error encountered: no start (NO_NAVSTART)\n  at a line' };

const after = async (...answers: (typeof scores)[]) => [
  await lighthouse(url, async () => answers.shift()!),
  answers.length,
];

it('Lighthouse is asked once more if it could not measure, and what it says is returned if it could not again', async () => {
  expect(await after(scores, scores)).toEqual([[97, 0, 0, 100], 1]);
  expect(await after(noStart, scores, scores)).toEqual([[97, 0, 0, 100], 1]);
  const own = 'Lighthouse could not measure http://127.0.0.1/: Runtime error encountered: no start (NO_NAVSTART)';
  expect(await after(noStart, noStart, scores)).toEqual([own, 1]);
  const later = { ...noStart, complained: `12:00:01 ${noStart.complained}` };
  const told = own.replace('Runtime', '12:00:01 Runtime');
  expect(await after(later, later, scores)).toEqual([told, 1]);
});

it('anything else is said at once', async () => {
  expect(await after({ printed: '', complained: 'npm: no such program\n' }, scores)).toEqual([
    'Lighthouse could not measure http://127.0.0.1/: npm: no such program',
    1,
  ]);
  const nulls = JSON.stringify({ categories: { performance: { score: null }, seo: { score: null } } });
  expect(await after({ printed: nulls, complained: '' }, scores)).toEqual([
    'Lighthouse could not measure http://127.0.0.1/: it ended without a word.',
    1,
  ]);
  expect(await after({ printed: '', complained: '' }, scores)).toEqual([
    'Lighthouse could not measure http://127.0.0.1/: it ended without a word.',
    1,
  ]);
});
