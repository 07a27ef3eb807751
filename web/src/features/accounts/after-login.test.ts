import { resetLinkMs } from '@frontrow/core/accounts/limits.ts';
import { expect, it } from 'vitest';
import { readStored, writeStored } from '#web/shared/api/storage.ts';
import { dropOldAfterLogin, forgetAfterLogin, keepAfterLogin, takeAfterLogin } from './after-login.ts';

const email = 'ada@mail.com';
const wish = { what: 'following', of: 'nora' } as const;
const first = { then: '/', wish: null };

it('a login leads once to where the person wanted to go, while an emailed link works', () => {
  keepAfterLogin({ then: '/series/1?pass=buy', wish: null }, email, 1000);
  expect([takeAfterLogin(email, 2000), takeAfterLogin(email, 2000)]).toEqual([
    { then: '/series/1?pass=buy', wish: null },
    first,
  ]);
  keepAfterLogin({ then: '/series/1?pass=buy', wish: null }, email, 1000);
  expect(takeAfterLogin(email, 1000 + resetLinkMs)).toEqual(first);
});

it('what a person pressed is kept for the account that the link was emailed to, once, and for no one else', () => {
  const way = { then: '/nora', wish };
  keepAfterLogin(way, 'Ada@mail.com', 1000);
  expect([takeAfterLogin(email, 2000), takeAfterLogin(email, 2000)]).toEqual([way, first]);
  for (const other of ['eve@mail.com', null, undefined]) {
    keepAfterLogin(way, email, 1000);
    expect(takeAfterLogin(other, 2000)).toEqual({ then: '/nora', wish: null });
    expect(takeAfterLogin(email, 2000)).toEqual(first);
  }
  keepAfterLogin(way, email, 1000);
  expect(takeAfterLogin(email, 1000 + resetLinkMs)).toEqual(first);
});

it('nothing is left in the browser after another kind of login, or once the emailed link has expired', () => {
  const keep = (): void => keepAfterLogin({ then: '/nora', wish }, email, 1000);
  const left = (): string | null => readStored('frontrow-way-back');
  keep();
  forgetAfterLogin();
  expect(left()).toBeNull();
  keep();
  dropOldAfterLogin(999 + resetLinkMs);
  expect(left()).not.toBeNull();
  dropOldAfterLogin(1000 + resetLinkMs);
  expect(left()).toBeNull();
});

it('a stored address never leads out of the product, and unreadable text leads to the first page', () => {
  for (const then of ['//evil.test', 'https://evil.test', '/\\evil.test']) {
    keepAfterLogin({ then, wish }, email);
    expect(takeAfterLogin(email)).toEqual(first);
  }
  for (const text of ['null', 'no', '{"then":1}']) {
    writeStored('frontrow-way-back', text);
    expect(takeAfterLogin(email)).toEqual(first);
  }
});
