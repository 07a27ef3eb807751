import { beforeEach, describe, expect, it } from 'vitest';
import { createStalls } from './stalls.ts';

let look: ReturnType<typeof createStalls>;
let nowMs: number;
let at: number;
beforeEach(() => {
  look = createStalls();
  nowMs = 50_000;
  at = 8;
  passes(5);
});

/** Looks every half second for this long, and answers what is said at the end. */
function passes(seconds: number, { stands = false, waits = true } = {}) {
  let step = look({ nowMs, at, waits });
  for (let passed = 0; passed < seconds; passed += 0.5) {
    nowMs += 500;
    if (!stands) at += 0.5;
    step = look({ nowMs, at, waits });
  }
  return step;
}

describe('the connection of a viewer by HLS', () => {
  it('the connection is good while the picture moves, and over a short stall', () => {
    expect([passes(60), passes(1.5, { stands: true }), passes(1)]).toEqual(['good', 'good', 'good']);
  });

  it('the connection is weak from a stall of two seconds until half a minute after it', () => {
    expect([passes(2, { stands: true }), passes(29), passes(2)]).toEqual(['weak', 'weak', 'good']);
  });

  it('the connection is lost once a stall lasts ten seconds, and weak when the picture moves again', () => {
    expect([passes(9.5, { stands: true }), passes(0.5, { stands: true }), passes(1)]).toEqual(['weak', 'lost', 'weak']);
  });

  it('the connection stays good while the viewer pauses, or the host sends nothing', () => {
    expect(passes(60, { stands: true, waits: false })).toBe('good');
    expect(passes(1.5, { stands: true })).toBe('good');
  });

  it('the connection stays good when a laptop wakes, because sleep is no stall', () => {
    nowMs += 3_600_000;
    expect(passes(0)).toBe('good');
    expect(passes(1.5, { stands: true })).toBe('good');
    expect(passes(0.5, { stands: true })).toBe('weak');
  });
});
