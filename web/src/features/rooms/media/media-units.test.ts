import { describe, expect, it } from 'vitest';
import { levelOf } from './level-meter.ts';
import { isAway, quietMedia } from './media-model.ts';
import { deviceError, isPickerClosed } from './permission-error.ts';

const named = (name: string) => Object.assign(new Error(name), { name });

describe('level meter', () => {
  it('is 0 for silence and 1 for full scale', () => {
    expect(levelOf(new Float32Array(64))).toBe(0);
    expect(levelOf(new Float32Array(64).fill(1))).toBe(1);
  });
  it('is higher for louder sound', () =>
    expect(levelOf(new Float32Array(64).fill(0.2))).toBeGreaterThan(levelOf(new Float32Array(64).fill(0.02))));
});

describe('who is away', () => {
  const present = ['nora', 'theo'];
  it('is somebody who is not connected to the engine', () => {
    expect(isAway({ ...quietMedia, connection: 'connected', present }, 'theo')).toBe(false);
    expect(isAway({ ...quietMedia, connection: 'connected', present: ['nora'] }, 'theo')).toBe(true);
  });
  it.each(['connecting', 'reconnecting', 'ended'] as const)('is nobody while this browser itself is %s', (connection) =>
    expect(isAway({ ...quietMedia, connection }, 'theo')).toBe(false),
  );
});

describe('devices that do not open', () => {
  it('are named as permissions denied', () =>
    expect(deviceError('camera', named('NotAllowedError')).message).toBe('camera permissions denied'));
  it.each([
    ['NotAllowedError', 'denied'],
    ['SecurityError', 'denied'],
    ['NotFoundError', 'missing'],
    ['NotReadableError', 'failed'],
    ['AbortError', 'failed'],
  ])('%s: %s', (name, why) => expect(deviceError('microphone', named(name))).toMatchObject({ why }));
  it('a chosen device that was unplugged is missing, even if the browser throws something that is no Error', () =>
    expect(deviceError('camera', { name: 'OverconstrainedError' })).toMatchObject({ why: 'missing' }));
  it('a closed screen picker is not an error, a broken one is', () => {
    expect(isPickerClosed(named('NotAllowedError'))).toBe(true);
    expect(isPickerClosed(named('AbortError'))).toBe(true);
    expect(isPickerClosed(named('NotFoundError'))).toBe(true);
    expect(isPickerClosed(named('NotReadableError'))).toBe(false);
  });
});
