import { expect, test } from 'vitest';
import { viewSource } from './views.ts';

test.for([
  [{}, 'direct'],
  [{ referrer: 'not an address' }, 'direct'],
  [{ referrer: 'android-app://com.example' }, 'direct'],
  [{ referrer: 'https://www.example.org/path?secret=1' }, 'site:example.org'],
  [{ referrer: 'https://www.frontrow.test/search' }, 'inside'],
  [{ ref: 'Newsletter_May', referrer: 'https://example.org/' }, 'ref:newsletter_may'],
  [{ ref: '<b>', referrer: 'https://example.org/' }, 'site:example.org'],
  [{ ref: 'a'.repeat(60) }, `ref:${'a'.repeat(60)}`],
  [{ ref: 'a'.repeat(61) }, 'direct'],
  [{ referrer: `https://${'a'.repeat(60)}.example/` }, 'other'],
] as const)('%o comes from %s', ([view, source]) => {
  expect(viewSource(view, 'frontrow.test')).toBe(source);
});
