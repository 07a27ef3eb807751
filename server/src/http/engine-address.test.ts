import { expect, test } from 'vitest';
import { engineAddress, forwardedUrl } from './addresses.ts';

const own = 'http://127.0.0.1:3000';
const secure = 'https://tickets.example';

test.each([
  [own, 'localhost:3000', 'ws://localhost:3000/livekit'],
  [own, '192.168.1.20:3000', 'ws://192.168.1.20:3000/livekit'],
  [own, 'studio.local:8080', 'ws://studio.local:8080/livekit'],
  [own, '[fe80::1]:3000', 'ws://[fe80::1]:3000/livekit'],
  [own, 'not a host', 'ws://127.0.0.1:3000/livekit'],
  [own, undefined, 'ws://127.0.0.1:3000/livekit'],
  [secure, '127.0.0.1:3000', 'wss://tickets.example/livekit'],
])('behind %s a page of %s reaches the engine at %s', (publicUrl, host, address) =>
  expect(engineAddress(forwardedUrl(publicUrl), { production: false, publicUrl }, host)).toBe(address),
);

test('in production only the configured address is given out', () =>
  expect(engineAddress(forwardedUrl(own), { production: true, publicUrl: own }, 'evil.example')).toBe(
    'ws://127.0.0.1:3000/livekit',
  ));

test.each(['', 'wss://video.example', 'wss://me.livekit.cloud'])(
  'an engine at %s that browsers reach directly keeps its address',
  (url) => expect(engineAddress(url, { production: false, publicUrl: own }, 'localhost:3000')).toBe(url),
);
