/**
 * A person in a room as a separate process (the native client lives as long as its process): sends a picture that
 * flashes and a sound that beeps at the start of every second. `node publisher.ts <url> <token> <h264|vp8>`.
 */
import process from 'node:process';
import {
  AudioFrame,
  AudioSource,
  LocalAudioTrack,
  LocalVideoTrack,
  Room,
  RoomEvent,
  TrackPublishOptions,
  TrackSource,
  VideoBufferType,
  VideoCodec,
  VideoFrame,
  VideoSource,
} from '@livekit/rtc-node';
import { enterEngine } from '../ingest/engine-client.ts';

const [url = '', token = '', codec = 'vp8', size = '640x360'] = process.argv.slice(2);
const [width = 640, height = 360] = size.split('x').map(Number);
const fps = 30;
const rate = 48_000;
const samplesEach = rate / 100;
/** How long a flash and a beep last. */
const signalMs = 200;

const room = new Room();
room.on(RoomEvent.Disconnected, () => process.exit(0));
await enterEngine(room, url, token, false);
const video = new VideoSource(width, height);
// Without a queue, so that a sound leaves when it is handed over.
const audio = new AudioSource(rate, 1, 0);
const videoOptions = new TrackPublishOptions({
  source: TrackSource.SOURCE_CAMERA,
  videoCodec: codec === 'h264' ? VideoCodec.H264 : VideoCodec.VP8,
  simulcast: false,
});
const participant = room.localParticipant!;
await participant.publishTrack(LocalVideoTrack.createVideoTrack('camera', video), videoOptions);
await participant.publishTrack(
  LocalAudioTrack.createAudioTrack('microphone', audio),
  new TrackPublishOptions({ source: TrackSource.SOURCE_MICROPHONE, dtx: false }),
);
process.send?.('publishing');

const isSignal = (ms: number): boolean => ms % 1000 < signalMs;

function picture(frame: number, ms: number): VideoFrame {
  const bytes = new Uint8Array((width * height * 3) / 2).fill(128);
  const luma = isSignal(ms) ? 235 : 40;
  bytes.fill(luma, 0, width * height);
  // Something that moves, so that frames differ.
  const x = (frame * 8) % (width - 64);
  for (let y = 0; y < 64; y += 1) bytes.fill(128, y * width + x, y * width + x + 64);
  return new VideoFrame(bytes, width, height, VideoBufferType.I420);
}

function sound(piece: number): AudioFrame {
  const samples = new Int16Array(samplesEach);
  if (isSignal(piece * 10))
    for (let at = 0; at < samplesEach; at += 1)
      samples[at] = Math.round(12_000 * Math.sin((2 * Math.PI * 1000 * (piece * samplesEach + at)) / rate));
  return new AudioFrame(samples, rate, 1, samplesEach);
}

const began = performance.now();
let frames = 0;
let pieces = 0;
// The client stamps a sound when it gets it. Pictures are stamped then, too: on a busy machine both are late together.
const timer = setInterval(() => {
  const now = performance.now();
  const ms = now - began;
  for (; pieces * 10 <= ms; pieces += 1) void audio.captureFrame(sound(pieces));
  for (; (frames * 1000) / fps <= ms; frames += 1)
    video.captureFrame(picture(frames, (frames * 1000) / fps), BigInt(Math.round(now * 1000)));
}, 5);
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => {
  clearInterval(timer);
  void room.disconnect().finally(() => process.exit(0));
});
