import { describe, expect, it } from 'vitest';
import { levelOf } from './level-meter.ts';
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

describe('devices that cannot be had', () => {
  it('are named as permissions denied', () => {
    expect(deviceError('camera', named('NotAllowedError'))).toMatchObject({
      message: 'camera permissions denied',
      denied: true,
    });
    expect(deviceError('microphone', named('NotFoundError'))).toMatchObject({
      message: 'microphone permissions denied',
      denied: false,
    });
  });
  it('a closed screen picker is not an error, a broken one is', () => {
    expect(isPickerClosed(named('NotAllowedError'))).toBe(true);
    expect(isPickerClosed(named('AbortError'))).toBe(true);
    expect(isPickerClosed(named('NotReadableError'))).toBe(false);
  });
});
