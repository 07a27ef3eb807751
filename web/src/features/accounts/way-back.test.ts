import { resetLinkMs } from '@frontrow/core/accounts/limits.ts';
import { expect, it } from 'vitest';
import { readStored, writeStored } from '#web/shared/api/storage.ts';
import { dropOldWayBack, forgetWayBack, keepWayBack, takeWayBack } from './way-back.ts';

const email = 'ada@mail.com';
const wish = { what: 'following', of: 'nora' } as const;
const first = { then: '/', wish: null };

it('goes on once to where the person wanted to go, while a mailed link works', () => {
  keepWayBack({ then: '/series/1?pass=buy', wish: null }, email, 1000);
  expect([takeWayBack(email, 2000), takeWayBack(email, 2000)]).toEqual([
    { then: '/series/1?pass=buy', wish: null },
    first,
  ]);
  keepWayBack({ then: '/series/1?pass=buy', wish: null }, email, 1000);
  expect(takeWayBack(email, 1000 + resetLinkMs)).toEqual(first);
});

it('keeps what the person pressed for the account that the link was mailed to, once, and for nobody else', () => {
  const way = { then: '/nora', wish };
  keepWayBack(way, 'Ada@mail.com', 1000);
  expect([takeWayBack(email, 2000), takeWayBack(email, 2000)]).toEqual([way, first]);
  for (const other of ['eve@mail.com', null, undefined]) {
    keepWayBack(way, email, 1000);
    expect(takeWayBack(other, 2000)).toEqual({ then: '/nora', wish: null });
    expect(takeWayBack(email, 2000)).toEqual(first);
  }
  keepWayBack(way, email, 1000);
  expect(takeWayBack(email, 1000 + resetLinkMs)).toEqual(first);
});

it('leaves nothing in the browser of who is logged in otherwise, or when the mailed link works no more', () => {
  const keep = (): void => keepWayBack({ then: '/nora', wish }, email, 1000);
  const left = (): string | null => readStored('frontrow-way-back');
  keep();
  forgetWayBack();
  expect(left()).toBeNull();
  keep();
  dropOldWayBack(999 + resetLinkMs);
  expect(left()).not.toBeNull();
  dropOldWayBack(1000 + resetLinkMs);
  expect(left()).toBeNull();
});

it('leaves the product for no stored address, and goes to the first page where nothing sensible is stored', () => {
  for (const then of ['//evil.test', 'https://evil.test', '/\\evil.test']) {
    keepWayBack({ then, wish }, email);
    expect(takeWayBack(email)).toEqual(first);
  }
  for (const text of ['null', 'no', '{"then":1}']) {
    writeStored('frontrow-way-back', text);
    expect(takeWayBack(email)).toEqual(first);
  }
});
