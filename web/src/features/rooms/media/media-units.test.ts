import { describe, expect, it } from 'vitest';
import { withStereo } from './engine-room.ts';
import { levelOf } from './level-meter.ts';
import { isAway, quietMedia } from './media-model.ts';
import { deviceError, isPickerClosed } from './permission-error.ts';

const named = (name: string) => Object.assign(new Error(name), { name });

describe('level meter', () => {
  it('the level is 0 for silence and 1 for full scale', () => {
    expect(levelOf(new Float32Array(64))).toBe(0);
    expect(levelOf(new Float32Array(64).fill(1))).toBe(1);
  });
  it('the level is higher for louder sound', () =>
    expect(levelOf(new Float32Array(64).fill(0.2))).toBeGreaterThan(levelOf(new Float32Array(64).fill(0.02))));
});

describe('the answer to the engine', () => {
  const sdpOf = (...lines: string[]) => lines.map((line) => `${line}\r\n`).join('');
  const opus = 'a=rtpmap:111 opus/48000/2';
  it('the answer takes stereo in each description of Opus', () =>
    expect(
      withStereo(
        sdpOf(opus, 'a=fmtp:111 minptime=10;useinbandfec=1', 'a=rtpmap:109 OPUS/48000/2', 'a=fmtp:109 sprop-stereo=1'),
      ),
    ).toBe(
      sdpOf(
        opus,
        'a=fmtp:111 minptime=10;useinbandfec=1;stereo=1',
        'a=rtpmap:109 OPUS/48000/2',
        'a=fmtp:109 sprop-stereo=1;stereo=1',
      ),
    ));
  it.each([
    ['that takes stereo already', [opus, 'a=fmtp:111 maxplaybackrate=48000;stereo=1;useinbandfec=1']],
    ['that begins with stereo', [opus, 'a=fmtp:111 stereo=1']],
    ['that wants mono', [opus, 'a=fmtp:111 stereo=0;minptime=10']],
    ['of redundant sound and of pictures', [opus, 'a=fmtp:63 111/111', 'a=fmtp:98 profile-id=0']],
    ['without sound', ['m=video 9 UDP/TLS/RTP/SAVPF 96', 'a=rtpmap:96 VP8/90000']],
  ])('an answer %s stays as it is', (_, lines) => expect(withStereo(sdpOf(...lines))).toBe(sdpOf(...lines)));
});

describe('who is away', () => {
  const present = ['nora', 'theo'];
  it('a person who is not connected to the engine is away', () => {
    expect(isAway({ ...quietMedia, connection: 'connected', present }, 'theo')).toBe(false);
    expect(isAway({ ...quietMedia, connection: 'connected', present: ['nora'] }, 'theo')).toBe(true);
  });
  it.each(['connecting', 'reconnecting', 'ended'] as const)(
    'no one is away while this browser itself is %s',
    (connection) => expect(isAway({ ...quietMedia, connection }, 'theo')).toBe(false),
  );
});

describe('devices that do not open', () => {
  it('a camera without permission is named so', () =>
    expect(deviceError('camera', named('NotAllowedError')).message).toBe('camera permissions denied'));
  it.each([
    ['NotAllowedError', 'denied'],
    ['SecurityError', 'denied'],
    ['NotFoundError', 'missing'],
    ['NotReadableError', 'failed'],
    ['AbortError', 'failed'],
  ])('an error named %s means %s', (name, why) =>
    expect(deviceError('microphone', named(name))).toMatchObject({ why }),
  );
  it('a chosen device that was unplugged is missing, even if the browser throws something that is no Error', () =>
    expect(deviceError('camera', { name: 'OverconstrainedError' })).toMatchObject({ why: 'missing' }));
  it('a closed screen picker is no error, and a broken one is', () => {
    expect(isPickerClosed(named('NotAllowedError'))).toBe(true);
    expect(isPickerClosed(named('AbortError'))).toBe(true);
    expect(isPickerClosed(named('NotFoundError'))).toBe(true);
    expect(isPickerClosed(named('NotReadableError'))).toBe(false);
  });
});
