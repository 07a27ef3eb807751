import { expect, test } from 'vitest';
import type { Config } from '../../process/config.ts';
import { testApp } from '../../../test/harness.ts';
import { dueRoom } from '../../../test/rooms.ts';

const elsewhere = 'rtmp://encoders.example.com/live';
const own = { port: 1999, tlsPort: undefined };
const rtmp = (publicUrl: string | undefined): Config['rtmp'] => ({
  port: 0,
  portGiven: false,
  publicUrl,
  tls: undefined,
});

test.each([
  { what: 'no listener', asked: undefined, listener: undefined, address: null, recordable: false },
  { what: 'a separate one', asked: undefined, listener: own, address: 'rtmp://127.0.0.1:1999/live', recordable: true },
  { what: 'one of another process', asked: elsewhere, listener: undefined, address: elsewhere, recordable: true },
  { what: 'an address that the world knows', asked: elsewhere, listener: own, address: elsewhere, recordable: true },
])('a process with $what shows its hosts $address', async ({ asked, listener, address, recordable }) => {
  const app = await testApp({
    config: { publicUrl: 'http://127.0.0.1:3000', rtmp: rtmp(asked) },
    overrides: listener ? { rtmp: listener } : {},
  });
  const room = await dueRoom(app, 0, { kind: 'broadcast' });
  const { data } = await app.call('GET /events/:uuid/ingest', {
    as: room.host.token,
    params: { uuid: room.event.id },
  });
  await app.close();
  expect(data.rtmp_url).toBe(address);
  expect(data.recording.available).toBe(recordable);
});
