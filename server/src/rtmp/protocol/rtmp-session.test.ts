import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { command, encoderChunks, handshakeBytes, mediaBytes, publishBytes } from '../../../test/ingest/rtmp-bytes.ts';
import { ChunkReader, type RtmpMessage } from './chunks.ts';
import { flvTag } from '../flv/flv.ts';
import { readAmf0, writeAmf0 } from './amf0.ts';
import { BadStream } from './bad-stream.ts';
import { RtmpSession } from './rtmp-session.ts';

function talk() {
  const sent: Buffer[] = [];
  const asked: string[] = [];
  const media: RtmpMessage[] = [];
  const ends = { count: 0, unpublished: 0 };
  const session = new RtmpSession({
    send: (bytes) => sent.push(bytes),
    publish: (key) => asked.push(key),
    media: (message) => media.push(message),
    unpublished: () => (ends.unpublished += 1),
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

const pictureOf = (bytes: number): Buffer =>
  encoderChunks({ type: 9, payload: Buffer.alloc(bytes, 0x27), chunkStream: 6, streamId: 1 });

test('other protocols are refused at their first byte', () => {
  expect(() => talk().session.onData(Buffer.from('GET / HTTP/1.1\r\n'))).toThrow(BadStream);
});

test('an encoder that does not wait for the answer is heard, and large pictures of that time are skipped', () => {
  const { session, media, asked } = talk();
  session.onData(Buffer.concat([publishBytes('secret'), mediaBytes(3), pictureOf(20_000)]));
  expect(asked).toEqual(['secret']);
  expect(media).toHaveLength(4);
  session.accept();
  session.onData(pictureOf(20_000));
  expect(media).toHaveLength(5);
});

test('the handshake echoes what the encoder sent, in pieces of any size', () => {
  const { session, sent } = talk();
  for (const byte of handshakeBytes()) session.onData(Buffer.from([byte]));
  expect(session.isHandshakeDone).toBe(true);
  expect(Buffer.concat(sent).subarray(1 + 1536)).toEqual(Buffer.alloc(1536, 7));
});

/** The 1536 bytes of an encoder that signs them, as Flash Player and its descendants do. */
function signedBytes(version: readonly number[], digestAt: number): Buffer {
  const bytes = Buffer.from(Array.from({ length: 1536 }, (_, index) => (index * 31) & 255));
  Buffer.from(version).copy(bytes, 4);
  const signed = Buffer.concat([bytes.subarray(0, digestAt), bytes.subarray(digestAt + 32)]);
  createHmac('sha256', 'Genuine Adobe Flash Player 001').update(signed).digest().copy(bytes, digestAt);
  return bytes;
}

test.each([
  ['ffmpeg and FMLE', signedBytes([9, 0, 124, 2], 12 + 4)],
  ['Flash Player 10 with its digest in the second half', signedBytes([10, 0, 32, 18], 776 + 300)],
  ['nginx-rtmp', signedBytes([12, 0, 13, 14], 12 + 700)],
  ['a player of version 128.0.7.2', signedBytes([128, 0, 7, 2], 776 + 4)],
])('signed bytes of %s are answered with the plain form, and the stream begins', (_, c1) => {
  const { session, sent, asked } = talk();
  session.onData(Buffer.concat([Buffer.from([3]), c1]));
  const [answer] = sent as [Buffer];
  // An answer without a version is what tells these encoders to go on without signatures.
  expect([answer.length, answer[0], answer.readUInt32BE(5)]).toEqual([1 + 2 * 1536, 3, 0]);
  expect(answer.subarray(1 + 1536)).toEqual(c1);
  // What follows is an echo, or is signed with a digest of ours that we never sent: it is not compared.
  session.onData(Buffer.concat([signedBytes([0, 0, 0, 0], 1536 - 32), publishBytes('secret').subarray(1 + 2 * 1536)]));
  expect(asked).toEqual(['secret']);
});

test.each([
  ['RTMPE', 6],
  ['RTMPE with Blowfish', 8],
  ['TLS on the port without TLS', 22],
])('%s is refused at its first byte', (_, first) => {
  expect(() => talk().session.onData(Buffer.from([first, 1, 0]))).toThrow('this is not RTMP');
});

test('a refusal is a status with the sentence', () => {
  const { session, said } = talk();
  session.onData(publishBytes('wrong'));
  session.refuse('This stream key is not valid.');
  const status = said().at(-1) as unknown[];
  expect(status[0]).toBe('onStatus');
  expect((status[3] as Map<string, string>).get('description')).toBe('This stream key is not valid.');
  expect((status[3] as Map<string, string>).get('level')).toBe('error');
});

test.each([
  ['the name of the stream', 'the-key', 'live', 'rtmp://host/live'],
  ['the name, with parameters', 'the-key?token=1', 'live', 'rtmp://host/live'],
  ['the name, with a slash in front', '/the-key', 'live', 'rtmp://host/live'],
  ['the name, with spaces around', ' the-key\n', 'live', 'rtmp://host/live'],
  ['the name, with the application in front', 'live/the-key', '', 'rtmp://host:1935'],
  ['the name, with a container in front', 'mp4:the-key', 'live/_definst_', 'rtmp://host/live/_definst_'],
  ['the application', '', 'live/the-key', 'rtmp://host/live/the-key'],
  ['the application, with a slash at the end', '', 'live/the-key/', 'rtmp://host/live/the-key/'],
  ['the application, with parameters', '', 'live/the-key?a=b', 'rtmp://host/live/the-key?a=b'],
  ['the application, which has no other name', '', 'the-key', 'rtmp://host/the-key'],
  ['the address alone', '', 'live', 'rtmp://host:1936/live/the-key'],
  ['the address alone, where the application is empty', '', '', 'rtmps://[::1]:443/live/the-key?x=y'],
  ['a parameter of the name', '?key=the-key', 'live', 'rtmp://host/live'],
  ['a parameter of the application', '', 'live?streamkey=the-key', 'rtmp://host/live?streamkey=the-key'],
  ['a parameter of the address', '', 'live', 'rtmp://host/live?a=b&key=the-key'],
])('the key is found in %s', (_, name, app, tcUrl) => {
  const { session, asked } = talk();
  const words = [command('connect', 1, { app, tcUrl }), command('publish', 2, null, name)];
  session.onData(Buffer.concat([handshakeBytes(), ...words]));
  expect(asked).toEqual(['the-key']);
});

test.each(['live', 'record', 'append', undefined])('the kind of publishing changes nothing: %s', (kind) => {
  const { session, asked } = talk();
  const words = ['the-key', ...(kind === undefined ? [] : [kind])];
  session.onData(Buffer.concat([handshakeBytes(), command('connect', 1, { app: 'live' })]));
  session.onData(command('publish', 2, null, ...words));
  expect(asked).toEqual(['the-key']);
});

test('a connection without a key ends', () => {
  const none = talk();
  none.session.onData(publishBytes(''));
  expect([none.ends.count, none.asked]).toEqual([1, []]);
});

test('playing is refused in words, before a stream and during it, and ends nothing', () => {
  const { session, said, ends, asked } = talk();
  session.onData(
    Buffer.concat([handshakeBytes(), command('connect', 1, { app: 'live' }), command('play', 2, null, 'x')]),
  );
  session.onData(command('publish', 3, null, 'key', 'live'));
  session.accept();
  session.onData(command('play', 4, null, 'key'));
  const codes = said().map((words) => ((words as unknown[])[3] as Map<string, unknown> | undefined)?.get?.('code'));
  expect(codes.filter((code) => code === 'NetStream.Play.StreamNotFound')).toHaveLength(2);
  expect([asked, ends]).toEqual([['key'], { count: 0, unpublished: 0 }]);
});

test('who publishes another stream, or before connecting, is refused', () => {
  const twice = talk();
  twice.session.onData(publishBytes('key'));
  expect(() => twice.session.onData(command('publish', 4, null, 'other'))).toThrow(BadStream);
  expect(() => talk().session.onData(Buffer.concat([handshakeBytes(), command('publish', 1, null, 'x')]))).toThrow(
    BadStream,
  );
});

test('who publishes the same stream again is asked about once, and answered again', () => {
  const { session, asked, said } = talk();
  session.onData(Buffer.concat([publishBytes('key'), command('publish', 4, null, 'key')]));
  expect(asked).toEqual(['key']);
  session.accept();
  session.onData(command('publish', 5, null, 'key'));
  expect(said().filter((words) => (words as unknown[])[0] === 'onStatus')).toHaveLength(2);
});

test('what encoders ask on the way to a stream is answered', () => {
  const { session, said } = talk();
  session.onData(
    Buffer.concat([
      handshakeBytes(),
      command('connect', 1, { app: 'live' }),
      command('releaseStream', 2, null, 'key'),
      command('FCPublish', 3, null, 'key'),
      command('createStream', 4, null),
      command('createStream', 5, null),
      command('_checkbw', 6, null),
      command('getStreamLength', 7, null, 'key'),
      command('onlyOneMakeAsksThis', 8, null),
      command('_result', 9, null),
      command('onlyOneMakeSaysThis', 0, null),
    ]),
  );
  const heads = said().map((words) => (words as unknown[]).slice(0, 2));
  expect(heads).toEqual([
    ['_result', 1],
    ['_result', 2],
    ['_result', 3],
    ['onFCPublish', 0],
    ['_result', 4],
    ['_result', 5],
    ['_result', 6],
    ['_result', 7],
    ['_result', 8],
  ]);
  const streams = said().filter((words) => [4, 5].includes((words as number[])[1]!));
  expect(streams).toEqual([
    ['_result', 4, null, 1],
    ['_result', 5, null, 1],
  ]);
});

test('the end of a stream is answered, whether its key was accepted or not', () => {
  for (const accepted of [true, false]) {
    const { session, said, ends } = talk();
    session.onData(publishBytes('key'));
    if (accepted) session.accept();
    session.onData(command('FCUnpublish', 5, null, 'key'));
    expect(ends).toEqual(accepted ? { count: 0, unpublished: 1 } : { count: 1, unpublished: 0 });
    const heads = said().map((words) => (words as unknown[]).slice(0, 2));
    expect(heads.slice(-2)).toEqual([
      ['_result', 5],
      ['onFCUnpublish', 0],
    ]);
  }
});

test('an end before any stream is none: encoders tidy up what an earlier connection left', () => {
  const { session, ends, asked } = talk();
  const tidying = [command('FCUnpublish', 2, null, 'key'), command('deleteStream', 3, null, 1)];
  session.onData(Buffer.concat([handshakeBytes(), command('connect', 1, { app: 'live' }), ...tidying]));
  session.onData(command('publish', 4, null, 'key', 'live'));
  expect([ends.count, asked]).toEqual([0, ['key']]);
});

const inForm = (type: number, bytes: Buffer): Buffer =>
  encoderChunks({ type, payload: Buffer.concat([Buffer.from([0]), bytes]) });

test('commands of encoders that speak AMF3 are understood, and a stray zero in the old form', () => {
  for (const type of [17, 20]) {
    const { session, asked } = talk();
    session.onData(Buffer.concat([handshakeBytes(), inForm(type, writeAmf0('connect', 1, { app: 'live' }))]));
    session.onData(inForm(type, writeAmf0('publish', 2, null, 'key', 'live')));
    expect(asked).toEqual(['key']);
  }
});

test('the messages of an aggregate are taken one by one, at their own times', () => {
  const { session, media } = talk();
  session.onData(publishBytes('key'));
  session.accept();
  const tags = [flvTag('audio', 5_000, Buffer.from('a')), flvTag('video', 5_040, Buffer.from('b'))];
  const payload = Buffer.concat([...tags, Buffer.from([9, 0, 0])]);
  session.onData(encoderChunks({ type: 22, payload, timestamp: 100, streamId: 1, chunkStream: 6 }));
  expect(media.map(({ type, timestamp, payload: data }) => [type, timestamp, data.toString()])).toEqual([
    [8, 100, 'a'],
    [9, 140, 'b'],
  ]);
});

test('an encoder with a small window gets its bytes acknowledged in time', () => {
  const { session, sent } = talk();
  const window = Buffer.alloc(4);
  window.writeUInt32BE(65_536);
  session.onData(Buffer.concat([publishBytes('key'), encoderChunks({ type: 5, payload: window, chunkStream: 2 })]));
  session.accept();
  const before = sent.length;
  for (let index = 0; index < 10; index += 1) session.onData(pictureOf(20_000));
  const acknowledged = sent.slice(before).map((bytes) => [bytes[7], bytes.readUInt32BE(12)]);
  expect(acknowledged).toHaveLength(2);
  expect(acknowledged.every(([type]) => type === 3)).toBe(true);
});

test('a ping is answered, and other words about the connection are passed over', () => {
  const { session, sent } = talk();
  session.onData(publishBytes('key'));
  const before = sent.length;
  const control = (type: number, ...bytes: number[]): Buffer =>
    encoderChunks({ type: 4, payload: Buffer.from([0, type, ...bytes]), chunkStream: 2 });
  session.onData(
    Buffer.concat([control(3, 0, 0, 0, 1, 0, 0, 3, 232), control(31, 0, 0, 0, 1), control(6, 1, 2, 3, 4)]),
  );
  session.onData(encoderChunks({ type: 6, payload: Buffer.from([0, 0, 1, 0, 2]), chunkStream: 2 }));
  expect(sent.slice(before).map((bytes) => bytes.subarray(12))).toEqual([Buffer.from([0, 7, 1, 2, 3, 4])]);
});

test('the end of a stream is heard', () => {
  const { session, ends } = talk();
  session.onData(publishBytes('key'));
  session.accept();
  session.onData(command('deleteStream', 5, null, 1));
  expect(ends).toEqual({ count: 0, unpublished: 1 });
});

test('a stream that ended may be published again on the same connection, also with another key', () => {
  const { session, asked, media, ends } = talk();
  session.onData(publishBytes('key'));
  session.accept();
  session.onData(Buffer.concat([command('FCUnpublish', 5, null, 'key'), command('deleteStream', 6, null, 1)]));
  for (const key of ['key', 'other']) {
    session.onData(Buffer.concat([command('createStream', 7, null), command('publish', 8, null, key, 'live')]));
    session.accept();
    session.onData(pictureOf(20_000));
    session.onData(command('closeStream', 0, null));
  }
  expect([asked, media.length, ends]).toEqual([['key', 'key', 'other'], 2, { count: 0, unpublished: 3 }]);
});
