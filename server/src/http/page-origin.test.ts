import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { ownAddress, pageOrigin } from './addresses.ts';

const publicUrl = 'http://localhost:3000';

test.each([
  ['127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['localhost:5173', 'http://localhost:5173'],
  ['[::1]:3000', 'http://[::1]:3000'],
  [`${ownAddress()}:3000`, `http://${ownAddress()}:3000`],
  [
    `${hostname().split('.')[0]}.local:3000`.toLowerCase(),
    `http://${hostname().split('.')[0]}.local:3000`.toLowerCase(),
  ],
  ['203.0.113.7:3000', publicUrl],
  ['127.evil.example:3000', publicUrl],
  ['evil.example', publicUrl],
  ['evil.example\\@127.0.0.1', publicUrl],
  ['not a host', publicUrl],
  [undefined, publicUrl],
])('a page opened at %s returns to %s', (host, origin) => {
  expect(pageOrigin({ production: false, publicUrl }, host)).toBe(origin);
});

test.each(['http://203.0.113.9:3000', 'https://localhost', `https://${hostname().toLowerCase()}`])(
  'pages are at %s where that is configured, whatever host a proxy asks for',
  (configured) => {
    expect(pageOrigin({ production: false, publicUrl: configured }, '127.0.0.1:3000')).toBe(configured);
    expect(pageOrigin({ production: false, publicUrl: configured }, hostname())).toBe(configured);
  },
);

test('in production only the configuration is believed', () => {
  expect(pageOrigin({ production: true, publicUrl }, '127.0.0.1:3000')).toBe(publicUrl);
});
