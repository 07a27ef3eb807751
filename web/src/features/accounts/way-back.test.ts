import { resetLinkMs } from '@frontrow/core/accounts/limits.ts';
import { expect, it } from 'vitest';
import { writeStored } from '#web/shared/api/storage.ts';
import { keepWayBack, takeWayBack } from './way-back.ts';

it('goes on once to where the person wanted to go, while a mailed link works', () => {
  keepWayBack('/series/1?pass=buy', 1000);
  expect([takeWayBack(2000), takeWayBack(2000)]).toEqual(['/series/1?pass=buy', '/']);
  keepWayBack('/series/1?pass=buy', 1000);
  expect(takeWayBack(1000 + resetLinkMs)).toBe('/');
});

it('leaves the product for no stored address, and goes to the first page where nothing sensible is stored', () => {
  for (const then of ['//evil.test', 'https://evil.test', '/\\evil.test']) {
    keepWayBack(then);
    expect(takeWayBack()).toBe('/');
  }
  for (const text of ['null', 'no', '{"then":1}']) {
    writeStored('frontrow-way-back', text);
    expect(takeWayBack()).toBe('/');
  }
});
