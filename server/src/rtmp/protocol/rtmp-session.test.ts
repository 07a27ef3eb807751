import { expect, test } from 'vitest';
import { command, handshakeBytes, mediaBytes, publishBytes } from '../../../test/ingest/rtmp-bytes.ts';
import { ChunkReader, type RtmpMessage } from './chunk-reader.ts';
import { readAmf0 } from './amf0-reader.ts';
import { BadStream } from './bad-stream.ts';
import { RtmpSession } from './rtmp-session.ts';

function talk() {
  const sent: Buffer[] = [];
  const asked: string[] = [];
  const media: RtmpMessage[] = [];
  const ends = { count: 0 };
  const session = new RtmpSession({
    send: (bytes) => sent.push(bytes),
    publish: (key) => asked.push(key),
    media: (message) => media.push(message),
    ended: () => (ends.count += 1),
  });
  const said = (): unknown[] => {
    const commands: unknown[] = [];
    new ChunkReader().read(Buffer.concat(sent).subarray(1 + 2 * 1536), ({ type, payload }) => {
      if (type === 20) commands.push(readAmf0(payload));
    });
    return commands;
  };
  return { session, sent, asked, media, ends, said };
}

test('other protocols are refused at their first byte', () => {
  expect(() => talk().session.take(Buffer.from('GET / HTTP/1.1\r\n'))).toThrow(BadStream);
});

test('no media is taken before the key is accepted', () => {
  const { session, media, asked } = talk();
  session.take(Buffer.concat([publishBytes('secret'), mediaBytes(3)]));
  expect(asked).toEqual(['secret']);
  expect(media).toEqual([]);
  session.accept();
  session.take(mediaBytes(3));
  expect(media).toHaveLength(4);
});

test('the handshake echoes what the encoder sent, in pieces of any size', () => {
  const { session, sent } = talk();
  for (const byte of handshakeBytes()) session.take(Buffer.from([byte]));
  expect(session.handshakeDone).toBe(true);
  expect(Buffer.concat(sent).subarray(1 + 1536)).toEqual(Buffer.alloc(1536, 7));
});

test('a refusal is a status with the sentence', () => {
  const { session, said } = talk();
  session.take(publishBytes('wrong'));
  session.refuse('This stream key is not valid.');
  const status = said().at(-1) as unknown[];
  expect(status[0]).toBe('onStatus');
  expect((status[3] as Map<string, string>).get('description')).toBe('This stream key is not valid.');
  expect((status[3] as Map<string, string>).get('level')).toBe('error');
});

test('a key in the address is taken, without what follows a question mark', () => {
  const { session, asked } = talk();
  const words = [command('connect', 1, { app: 'live/from-the-address' }), command('publish', 2, null, '')];
  session.take(Buffer.concat([handshakeBytes(), ...words]));
  expect(asked).toEqual(['from-the-address']);
  const other = talk();
  other.session.take(publishBytes('key?token=1'));
  expect(other.asked).toEqual(['key']);
});

test('no key, or a wish to watch, ends the connection', () => {
  const none = talk();
  none.session.take(publishBytes(''));
  expect([none.ends.count, none.asked]).toEqual([1, []]);
  const watcher = talk();
  watcher.session.take(Buffer.concat([handshakeBytes(), command('connect', 1, {}), command('play', 2, null, 'x')]));
  expect(watcher.ends.count).toBe(1);
});

test('who publishes twice, or before connecting, is refused', () => {
  const twice = talk();
  twice.session.take(publishBytes('key'));
  expect(() => twice.session.take(command('publish', 4, null, 'other'))).toThrow(BadStream);
  expect(() => talk().session.take(Buffer.concat([handshakeBytes(), command('publish', 1, null, 'x')]))).toThrow(
    BadStream,
  );
});

test('the end of a stream is heard', () => {
  const { session, ends } = talk();
  session.take(publishBytes('key'));
  session.accept();
  session.take(command('deleteStream', 5, null, 1));
  expect(ends.count).toBe(1);
});
