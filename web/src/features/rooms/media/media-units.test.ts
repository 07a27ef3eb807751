import { describe, expect, it } from 'vitest';
import { levelOf } from './level-meter.ts';
import { isAway, quietMedia } from './media-model.ts';
import { deviceError, isPickerClosed } from './permission-error.ts';

const named = (name: string) => Object.assign(new Error(name), { name });

describe('level meter', () => {
  it('silence is nothing, full scale is all', () => {
    expect(levelOf(new Float32Array(64))).toBe(0);
    expect(levelOf(new Float32Array(64).fill(1))).toBe(1);
  });
  it('louder is more', () =>
    expect(levelOf(new Float32Array(64).fill(0.2))).toBeGreaterThan(levelOf(new Float32Array(64).fill(0.02))));
});

describe('who is away', () => {
  const present = ['nora', 'theo'];
  it('is whoever the engine does not have', () => {
    expect(isAway({ ...quietMedia, connection: 'connected', present }, 'theo')).toBe(false);
    expect(isAway({ ...quietMedia, connection: 'connected', present: ['nora'] }, 'theo')).toBe(true);
  });
  it.each(['connecting', 'reconnecting', 'ended'] as const)('is nobody while this browser is %s itself', (connection) =>
    expect(isAway({ ...quietMedia, connection }, 'theo')).toBe(false),
  );
});

describe('devices that cannot be had', () => {
  it('are named as permissions denied', () =>
    expect(deviceError('camera', named('NotAllowedError')).message).toBe('camera permissions denied'));
  it.each([
    ['NotAllowedError', 'denied'],
    ['SecurityError', 'denied'],
    ['NotFoundError', 'missing'],
    ['NotReadableError', 'failed'],
    ['AbortError', 'failed'],
  ])('%s: %s', (name, why) => expect(deviceError('microphone', named(name))).toMatchObject({ why }));
  it('a chosen one that was unplugged is missing, though what a browser says of it is no Error', () =>
    expect(deviceError('camera', { name: 'OverconstrainedError' })).toMatchObject({ why: 'missing' }));
  it('a closed screen picker is not an error, a broken one is', () => {
    expect(isPickerClosed(named('NotAllowedError'))).toBe(true);
    expect(isPickerClosed(named('AbortError'))).toBe(true);
    expect(isPickerClosed(named('NotReadableError'))).toBe(false);
  });
});
