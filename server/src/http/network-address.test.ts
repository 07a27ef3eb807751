import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { addressReader } from './addresses.ts';
import { isLoopback, networkOf } from './network-address.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('%s is counted as %s', (address, network) => expect(networkOf(address)).toBe(network));

test('two neighbors of one IPv6 network are counted as one', () =>
  expect(networkOf('2001:db8:1:2:aaaa::1')).toBe(networkOf('2001:db8:1:2:bbbb::1')));

test.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])('%s is this machine', (address) =>
  expect(isLoopback(address)).toBe(true),
);
test.each(['128.0.0.1', '10.0.0.1', '::2', '2001:db8::1'])('%s is not this machine', (address) =>
  expect(isLoopback(address)).toBe(false),
);

const from = (remoteAddress: string | undefined, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

test.each([
  ['only the proxy on this machine', from('203.0.113.9', '127.0.0.1'), '203.0.113.9'],
  [
    'what the proxy saw, not what it was told',
    from('127.0.0.1', '127.0.0.1, 198.51.100.4, 203.0.113.7'),
    '203.0.113.7',
  ],
  ['a proxy in front of another', from('127.0.0.1', '203.0.113.7, 10.0.0.2'), '203.0.113.7'],
])('in production the word of a caller about itself is not taken: %s', (_what, request, address) =>
  expect(addressReader({ production: true })(request)).toBe(address),
);

test('outside production nobody’s word is taken', () =>
  expect(addressReader({ production: false })(from('127.0.0.1', '203.0.113.7'))).toBe('127.0.0.1'));

test.each([{ production: true }, { production: false }])(
  'a connection that was reset has no address, and no error: %o',
  (config) => {
    expect(addressReader(config)(from(undefined))).toBe('');
    expect(networkOf(addressReader(config)(from(undefined, '203.0.113.7')))).toBeTypeOf('string');
  },
);
