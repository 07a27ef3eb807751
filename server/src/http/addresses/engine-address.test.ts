import { expect, test } from 'vitest';
import { engineAddress } from './engine-address.ts';

test.each([
  ['ws://127.0.0.1:7880', 'localhost:3000', 'ws://127.0.0.1:7880'],
  ['ws://127.0.0.1:7880', '127.0.0.1:3000', 'ws://127.0.0.1:7880'],
  ['ws://127.0.0.1:7880', '192.168.1.20:3000', 'ws://192.168.1.20:7880'],
  ['ws://127.0.0.1:7880', 'studio.local:3000', 'ws://studio.local:7880'],
  ['ws://127.0.0.1:7880', '[fe80::1]:3000', 'ws://[fe80::1]:7880'],
  ['wss://video.example', 'tickets.example', 'wss://video.example'],
  ['ws://127.0.0.1:7880', 'not a host', 'ws://127.0.0.1:7880'],
  ['ws://127.0.0.1:7880', undefined, 'ws://127.0.0.1:7880'],
  ['', 'localhost:3000', ''],
])('the engine at %s for a page of %s is %s', (url, host, address) => expect(engineAddress(url, host)).toBe(address));
