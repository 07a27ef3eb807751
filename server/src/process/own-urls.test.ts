import { expect, test } from 'vitest';
import { ownAddress } from '../http/addresses.ts';
import { localUrl, publicUrlOf } from './own-urls.ts';
import { sayReady } from './say-ready.ts';
import { testConfig } from '../../test/harness.ts';

test.each([
  ['127.0.0.1', 'http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['192.0.2.7', 'http://192.0.2.7:3000', 'http://192.0.2.7:3000'],
  ['::1', 'http://[::1]:3000', 'http://[::1]:3000'],
  ['0.0.0.0', `http://${ownAddress()}:3000`, 'http://127.0.0.1:3000'],
  ['::', `http://${ownAddress()}:3000`, 'http://127.0.0.1:3000'],
])('HOST=%s: people type %s, this machine %s', (host, forPeople, here) => {
  expect(publicUrlOf({ host, publicUrl: '' }, 3000)).toBe(forPeople);
  expect(publicUrlOf({ host, publicUrl: 'https://frontrow.test' }, 3000)).toBe('https://frontrow.test');
  expect(localUrl({ host, port: 3000 })).toBe(here);
});

test('who serves the whole network reads both addresses: a camera is given only on this machine’s own', () => {
  const said: string[] = [];
  sayReady(testConfig('', { host: '0.0.0.0', port: 3000, publicUrl: 'http://192.0.2.7:3000' }), (line) =>
    said.push(line),
  );
  expect(said.join('\n')).toMatch(
    /ready: http:\/\/192\.0\.2\.7:3000\n[^]*on this machine, open http:\/\/127\.0\.0\.1:3000/,
  );
});
