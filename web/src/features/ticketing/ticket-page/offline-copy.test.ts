import { expect, test } from 'vitest';
import { offlineDocument } from './offline-copy.ts';

test('the copy needs nothing from the network, and a title cannot write markup into it', () => {
  const html = offlineDocument(
    {
      title: '<script src="//evil.test"></script>',
      facts: [{ name: 'Seat', value: 'Row 1, 2' }],
      code: 'FR-ABCD-2345',
    },
    'Without a network <b>',
  );
  expect(html).toContain('FR-ABCD-2345');
  expect(html).not.toMatch(/<script|<link|<img|<b>|url\(/);
});
