import { expect, test } from 'vitest';
import {
  adts,
  bytesOf,
  type EncoderHabits,
  member,
  newForm,
  oldPicture,
  pictureDescribed,
  pictureUndescribed,
  setsInFrame,
  soundDescribed,
  soundUndescribed,
  streamOf,
  withStartCodes,
} from '../../test/ingest/encoder-streams.ts';
import { avcC640x360 } from '../../test/ingest/rtmp-bytes.ts';
import { EarlyDescriptions } from './flv/flv.ts';
import { MediaPipeline } from './media/media-pipeline.ts';
import { sentences } from './media/sentences.ts';
import { writeAmf0 } from './protocol/amf0.ts';
import { RtmpSession } from './protocol/rtmp-session.ts';

/** What arrived of one encoder's stream, and the problem reported to its host. */
interface Arrived {
  readonly key: string | undefined;
  readonly size: string | undefined;
  readonly pictures: number;
  readonly sounds: number;
  readonly told: string | undefined;
}

const after439 = 0x01_00_00_00;
const text = (value: string): readonly (number | string)[] => [2, 0, value.length, value];
const common = [
  ['releaseStream', 2, null, 'key'],
  ['FCPublish', 3, null, 'key'],
] as const;

/** Plays the stream as a connection does; the key is accepted before the media, or only after the first of it. */
async function play(habits: EncoderHabits, doesNotWait = false): Promise<Arrived> {
  const { before, media } = streamOf(habits);
  const arrived = {
    pictures: 0,
    sounds: 0,
    key: undefined as string | undefined,
    refusal: undefined as string | undefined,
  };
  const early = new EarlyDescriptions();
  let accepted = false;
  let over = false;
  let now = 0;
  const pipeline = new MediaPipeline({
    // The sound is counted where it is recorded: what would decode it ends at once.
    ffmpeg: { path: '/bin/true', env: {} },
    mayTranscode: () => true,
    sendVideo: () => (arrived.pictures += 1),
    sendAudio: () => undefined,
    storeSegment: async () => 'stored',
    refuse: (sentence) => (arrived.refusal ??= sentence),
  });
  let described = false;
  pipeline.recorder.describeAudio = () => (described = true);
  pipeline.recorder.onAudio = () => (arrived.sounds += described ? 1 : 0);
  const session: RtmpSession = new RtmpSession({
    send: () => undefined,
    publish: (key) => (arrived.key = key),
    media: (message) => over || (accepted ? pipeline.onMessage(message, (now += 20)) : early.keep(message)),
    unpublished: () => (over = true),
    ended: () => (over = true),
  });
  const accept = (): void => {
    accepted = true;
    session.accept();
    for (const message of early.take()) pipeline.onMessage(message, (now += 20));
  };
  session.onData(before);
  if (!doesNotWait) accept();
  // The metadata, both descriptions, and a part of the first picture.
  const soon = 12_000;
  session.onData(media.subarray(0, soon));
  if (doesNotWait) accept();
  for (let at = soon; at < media.length; at += 1_460) session.onData(media.subarray(at, at + 1_460));
  const { videoInfo } = pipeline.meter;
  await pipeline.close();
  return {
    key: arrived.key,
    size: videoInfo && `${videoInfo.width}x${videoInfo.height}`,
    pictures: arrived.pictures,
    sounds: arrived.sounds,
    told: arrived.refusal ?? pipeline.audio.problem,
  };
}

const whole: Arrived = { key: 'key', size: '640x360', pictures: 20, sounds: 20, told: undefined };

const none = Buffer.alloc(0);
const inFront = (units: Buffer): Buffer => Buffer.concat([setsInFrame, units]);
const oddValues = Buffer.concat([
  member('swfUrl', 6),
  member('pageUrl', 13),
  member('since', 11, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
  member('xml', 15, 0, 0, 0, 4, '<a/>'),
  member('list', 10, 0, 0, 0, 1, ...text('hvc1')),
  member('typed', 16, 0, 1, 'T', 0, 1, 'x', 5, 0, 0, 9),
  member('again', 7, 0, 1),
  member('long', 12, 0, 0, 0, 2, 'hi'),
  member('amf3', 17, 6, 5, 'hi'),
]);
const obsConnect = Buffer.concat([
  member('type', ...text('nonprivate')),
  member('flashVer', ...text('FMLE/3.0 (compatible; FMSc/1.0)')),
]);

test.each<[string, EncoderHabits]>([
  ['OBS 29', { connect: obsConnect, asks: common }],
  [
    'OBS 30, which lists its codecs',
    { connect: member('fourCcList', 10, 0, 0, 0, 2, ...text('av01'), ...text('hvc1')), asks: common },
  ],
  [
    'ffmpeg',
    {
      connect: member('flashVer', ...text('FMLE/3.0 (compatible; Lavf59.27.100)')),
      asks: [...common, ['_checkbw', 4, null]],
      chunkBytes: 60_000,
    },
  ],
  ['ffmpeg with the smallest chunks it knows', { asks: common, chunkBytes: 128 }],
  ['GStreamer rtmp2sink', { connect: member('capabilities', 0, 0x40, 0x2e, 0, 0, 0, 0, 0, 0), chunkBytes: 128 }],
  ['an encoder with one field for the address', { app: 'live/key', name: '' }],
  ['Wirecast, with an instance', { app: 'live/_definst_', name: 'key?a=b' }],
  ['an encoder with chunks of 64 bytes', { chunkBytes: 64 }],
  ['an encoder with chunks larger than any message', { chunkBytes: 0x7f_ff_ff_ff }],
  ['ffmpeg after 4 h 40 min', { fromMs: after439 }],
  ['ffmpeg while it passes 4 h 39 min 37 s', { fromMs: after439 - 400, chunkBytes: 128 }],
  ['librtmp before 2024, after 4 h 40 min', { fromMs: after439, leavesTimeOut: true }],
  [
    'librtmp before 2024, while it passes 4 h 39 min 37 s',
    { fromMs: after439 - 400, leavesTimeOut: true, chunkBytes: 128 },
  ],
  [
    'a camera whose first descriptions are empty',
    { descriptions: [pictureUndescribed, soundUndescribed, pictureDescribed, soundDescribed] },
  ],
  [
    'a camera that names no sets in its first description',
    {
      descriptions: [
        { type: 9, payload: bytesOf(0x17, 0, 0, 0, 0, 1, 0x42, 0, 0x1f, 0xff, 0xe0, 0) },
        pictureDescribed,
        soundDescribed,
      ],
    },
  ],
  ['an encoder with odd values in connect', { connect: oddValues, app: 'live/key', name: '' }],
  ['an encoder that speaks AMF3', { amf3: true, asks: common }],
  ['an encoder that aggregates', { aggregates: true }],
  ['Larix, in the enhanced form', newForm],
  [
    'ffmpeg 8 with a second sound track in AAC',
    { sounds: (frame) => [bytesOf(0xaf, 1, frame), bytesOf(0x95, 0x01, 'mp4a', 1, frame)] },
  ],
  [
    'OBS with a second sound track in Opus',
    { sounds: (frame) => [bytesOf(0xaf, 1, frame), bytesOf(0x95, 0x01, 'Opus', 1, frame)] },
  ],
  [
    'an encoder with its first track among several',
    { ...newForm, sounds: (frame) => [bytesOf(0x95, 0x01, 'mp4a', 0, frame)] },
  ],
  [
    'an encoder that gives nanoseconds',
    { ...newForm, sounds: (frame) => [bytesOf(0x97, 2, 0, 0, 9, 0x01, 'mp4a', frame)] },
  ],
  [
    'ffmpeg copying from a transport stream',
    { descriptions: [pictureDescribed], sounds: (frame) => [bytesOf(0xaf, 1, adts(frame))] },
  ],
  [
    'a camera that describes its picture in front of key frames alone',
    { descriptions: [soundDescribed], picture: (key, units) => oldPicture(key, key ? inFront(units) : units) },
  ],
  [
    'a camera with an empty description, and sets in front of key frames',
    {
      descriptions: [pictureUndescribed, soundDescribed],
      picture: (key, units) => oldPicture(key, key ? inFront(units) : units),
    },
  ],
  [
    'a camera that sends its sets as a picture of their own',
    { descriptions: [{ type: 9, payload: oldPicture(true, setsInFrame) }, soundDescribed] },
  ],
  [
    'a camera that writes start codes instead of lengths',
    { picture: (key, units) => oldPicture(key, withStartCodes(units)) },
  ],
  [
    'a camera that writes short start codes, and describes nothing',
    {
      descriptions: [soundDescribed],
      picture: (key, units) => oldPicture(key, withStartCodes(key ? inFront(units) : units, bytesOf(0, 0, 1))),
    },
  ],
  [
    'a camera that describes its picture with start codes',
    {
      descriptions: [{ type: 9, payload: bytesOf(0x17, 0, 0, 0, 0, withStartCodes(setsInFrame)) }, soundDescribed],
    },
  ],
  ['an encoder that flags no picture as a key frame', { picture: (_, units) => oldPicture(false, units) }],
  [
    'an encoder that sends empty messages, pauses and other types',
    {
      between: [
        { type: 9, payload: none, streamId: 1, chunkStream: 6 },
        { type: 8, payload: none, streamId: 1, chunkStream: 4 },
        { type: 8, payload: bytesOf(0xaf), streamId: 1, chunkStream: 4 },
        { type: 9, payload: bytesOf(0x17, 2, 0, 0, 0), streamId: 1, chunkStream: 6 },
        { type: 9, payload: bytesOf(0x57, 0), streamId: 1, chunkStream: 6 },
        { type: 19, payload: bytesOf(0, 0, 0), chunkStream: 5 },
        { type: 0, payload: bytesOf(0), chunkStream: 5 },
        { type: 4, payload: bytesOf(0, 6, 1, 2, 3, 4), chunkStream: 2 },
        { type: 3, payload: bytesOf(0, 0, 1, 0), chunkStream: 2 },
        { type: 2, payload: bytesOf(0, 0, 0, 6), chunkStream: 2 },
        { type: 5, payload: bytesOf(0, 0, 0, 1), chunkStream: 2 },
      ],
    },
  ],
  [
    'an encoder whose metadata names no number',
    {
      metadata: [
        '@setDataFrame',
        'onMetaData',
        { framerate: Number.NaN, width: -1, duration: Number.POSITIVE_INFINITY },
      ],
    },
  ],
  ['an encoder that sends its metadata bare', { metadata: ['onMetaData', { width: 640 }] }],
  [
    'an encoder that sends its metadata as a command',
    { between: [{ type: 20, payload: writeAmf0('@setDataFrame', 'onMetaData', { width: 1 }), chunkStream: 3 }] },
  ],
  [
    'an encoder that repeats its descriptions with each picture',
    {
      between: [
        { ...pictureDescribed, streamId: 1, chunkStream: 6 },
        { ...soundDescribed, streamId: 1, chunkStream: 4 },
      ],
    },
  ],
  [
    'OBS 30 with the second of several pictures',
    {
      ...newForm,
      descriptions: [
        { type: 9, payload: bytesOf(0x96, 0x00, 'avc1', 0, avcC640x360) },
        { type: 9, payload: bytesOf(0x96, 0x00, 'avc1', 1, avcC640x360) },
        soundDescribed,
      ],
      between: [{ type: 9, payload: bytesOf(0xa6, 0x03, 'avc1', 1, 0, 0, 0, 1, 0x41), streamId: 1, chunkStream: 6 }],
    },
  ],
  [
    'an encoder that names its speakers',
    {
      ...newForm,
      between: [{ type: 8, payload: bytesOf(0x94, 'mp4a', 1, 2, 0, 0, 0, 3), streamId: 1, chunkStream: 4 }],
    },
  ],
  [
    'HE-AAC, described in full',
    { descriptions: [pictureDescribed, { type: 8, payload: bytesOf(0xaf, 0, 0x2b, 0x11, 0x88, 0) }] },
  ],
  [
    'HE-AAC with parametric stereo, added to the description of AAC-LC',
    {
      descriptions: [
        pictureDescribed,
        { type: 8, payload: bytesOf(0xaf, 0, 0x13, 0x88, 0x56, 0xe5, 0xa5, 0x48, 0x80) },
      ],
    },
  ],
  ['an encoder that looks whether its stream is there', { asks: [['play', 2, null, 'key']] }],
  [
    'an encoder that removes an earlier stream',
    {
      asks: [
        ['createStream', 2, null],
        ['closeStream', 0, null],
        ['deleteStream', 3, null, 1],
      ],
    },
  ],
])('picture and sound of %s arrive whole', async (_, habits) => {
  expect(await play(habits)).toEqual(whole);
});

test.each<[string, EncoderHabits]>([
  ['nginx-rtmp', {}],
  ['nginx-rtmp after 4 h 40 min', { fromMs: after439 }],
  ['an enhanced encoder', newForm],
])('%s that does not wait for the answer loses its first picture at most', async (_, habits) => {
  expect(await play(habits, true)).toEqual({ ...whole, pictures: 19 });
});

test.each<[string, EncoderHabits, Partial<Arrived>]>([
  [
    'HEVC',
    { descriptions: [{ type: 9, payload: bytesOf(0x90, 'hvc1', 1) }, soundDescribed] },
    { pictures: 0, told: sentences.codec('HEVC (H.265)') },
  ],
  [
    'AV1',
    { descriptions: [{ type: 9, payload: bytesOf(0x90, 'av01', 1) }, soundDescribed] },
    { pictures: 0, told: sentences.codec('AV1') },
  ],
  [
    'Opus',
    { sounds: (frame) => [bytesOf(0x91, 'Opus', frame)] },
    { pictures: 20, sounds: 0, told: sentences.audioCodec('Opus') },
  ],
  [
    'MP3',
    { sounds: (frame) => [bytesOf(0x2f, frame)] },
    { pictures: 20, sounds: 0, told: sentences.audioCodec('MP3') },
  ],
  [
    'Speex',
    { sounds: (frame) => [bytesOf(0xb2, frame)] },
    { pictures: 20, sounds: 0, told: sentences.audioCodec('Speex') },
  ],
  [
    'G.711',
    { sounds: (frame) => [bytesOf(0x72, frame)] },
    { pictures: 20, sounds: 0, told: sentences.audioCodec('G.711') },
  ],
  [
    'MPEG-4 Visual, as drones do',
    { descriptions: [{ type: 9, payload: bytesOf(0x19, 0, 0, 0, 0, 0) }, soundDescribed] },
    { pictures: 0, told: sentences.codec('MPEG-4 Visual') },
  ],
  [
    'AAC without a description',
    { descriptions: [pictureDescribed], sounds: (frame) => [1, 2, 3].map(() => bytesOf(0xaf, 1, frame)) },
    { pictures: 20, sounds: 0, told: sentences.audioNotDescribed },
  ],
])('the host reads in a sentence that the encoder sends %s', async (_, habits, expected) => {
  expect(await play(habits)).toMatchObject(expected);
});
