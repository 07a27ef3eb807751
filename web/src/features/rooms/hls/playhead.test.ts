import { describe, expect, it } from 'vitest';
import { createPlayhead, reachOf } from './playhead.ts';

interface Goes {
  readonly sends: boolean;
  readonly paused?: boolean;
  readonly isCutOff?: boolean;
}

/** Looks every half second; at the beginning 8 of 14 seconds are played, 6 s behind the stage. */
function player() {
  const look = createPlayhead();
  let nowMs = 50_000;
  let at = 8;
  let behindMs = 6_000;
  let end = 14;
  return {
    /** Plays for this long, or stands still at the end; the host goes on sending where `sends`. */
    goesOn(seconds: number, { sends, paused = false, isCutOff = false }: Goes) {
      let place = look({ nowMs, at, end, paused, behindMs, isCutOff });
      for (let passed = 0; passed < seconds; passed += 0.5) {
        nowMs += 500;
        if (sends) end += 0.5;
        const plays = paused ? 0 : Math.max(0, Math.min(0.5, end - at));
        at += plays;
        behindMs += 500 - plays * 1_000;
        place = look({ nowMs, at, end, paused, behindMs, isCutOff });
      }
      return place;
    },
    rewinds(seconds: number) {
      at -= seconds;
      behindMs += seconds * 1_000;
      return look({ nowMs, at, end, paused: false, behindMs, isCutOff: false });
    },
  };
}

describe('reachOf', () => {
  it('the end of the playlist is in reach while segments are still to be loaded', () => {
    expect(reachOf({ edge: 14, isAllLoaded: false, loadedTo: 9 })).toBe(14);
    expect(reachOf({ edge: undefined, isAllLoaded: false, loadedTo: undefined })).toBe(Number.POSITIVE_INFINITY);
  });

  it('the end of the picture is in reach once all is loaded, even if the sound of a cut-off encoder goes on', () => {
    expect(reachOf({ edge: 14, isAllLoaded: true, loadedTo: 12.4 })).toBe(12.4);
    expect(reachOf({ edge: 14, isAllLoaded: true, loadedTo: 14.02 })).toBe(14);
  });
});

describe('a player by HLS', () => {
  it('a playing player is as far behind as its picture', () => {
    expect(player().goesOn(20, { sends: true })).toEqual({ behindMs: 6_000, isStopped: false, isCutOff: false });
  });

  it('a player has stopped once it played everything that was sent, and does not fall further behind', () => {
    const one = player();
    expect(one.goesOn(6, { sends: false })).toEqual({ behindMs: 6_000, isStopped: false, isCutOff: false });
    expect(one.goesOn(2, { sends: false })).toEqual({ behindMs: 6_000, isStopped: false, isCutOff: false });
    expect(one.goesOn(60, { sends: false })).toEqual({ behindMs: 6_000, isStopped: true, isCutOff: false });
  });

  it('a stopped player plays on when the host sends again', () => {
    const one = player();
    one.goesOn(30, { sends: false });
    expect(one.goesOn(1, { sends: true }).isStopped).toBe(false);
  });

  it('a player without a network is cut off once it played what was loaded, and its host has not stopped', () => {
    const one = player();
    expect(one.goesOn(6, { sends: false, isCutOff: true })).toMatchObject({ isStopped: false, isCutOff: false });
    expect(one.goesOn(60, { sends: false, isCutOff: true })).toMatchObject({ isStopped: false, isCutOff: true });
    expect(one.goesOn(1, { sends: true })).toMatchObject({ isStopped: false, isCutOff: false });
  });

  it('a player that waits for segments of the last playlist is cut off, unless its viewer paused it', () => {
    const seen = { at: 8, end: 12, isCutOff: true, behindMs: 6_000 };
    for (const paused of [true, false]) {
      const look = createPlayhead();
      for (let nowMs = 20_000; nowMs < 30_000; nowMs += 500) look({ ...seen, paused, nowMs });
      expect(look({ ...seen, paused, nowMs: 30_000 })).toMatchObject({ isStopped: false, isCutOff: !paused });
    }
  });

  it('a player is not cut off when a laptop wakes, until its picture stands still with seconds loaded', () => {
    const look = createPlayhead();
    const seen = { at: 8, end: 12, paused: false, isCutOff: true, behindMs: 6_000 };
    look({ ...seen, isCutOff: false, nowMs: 20_000 });
    const wokeMs = 3_620_000;
    for (const passedMs of [0, 500, 1_000, 1_500, 2_000])
      expect(look({ ...seen, nowMs: wokeMs + passedMs })).toEqual({
        behindMs: 6_000,
        isStopped: false,
        isCutOff: false,
      });
    expect(look({ ...seen, nowMs: wokeMs + 2_500 })).toMatchObject({ isStopped: false, isCutOff: true });
  });

  it('a stopped player plays again after its viewer rewinds, and stops at the end again', () => {
    const one = player();
    one.goesOn(30, { sends: false });
    expect(one.rewinds(10).isStopped).toBe(false);
    expect(one.goesOn(5, { sends: false }).isStopped).toBe(false);
    expect(one.goesOn(10, { sends: false }).isStopped).toBe(true);
  });

  it('a paused player falls behind, also at the end of what was sent', () => {
    const one = player();
    expect(one.goesOn(10, { sends: true, paused: true })).toEqual({
      behindMs: 16_000,
      isStopped: false,
      isCutOff: false,
    });
    const other = player();
    other.goesOn(6, { sends: false });
    expect(other.goesOn(10, { sends: false, paused: true })).toEqual({
      behindMs: 16_000,
      isStopped: false,
      isCutOff: false,
    });
  });

  it('a player that waits for segments that exist has not stopped', () => {
    const look = createPlayhead();
    const seen = { at: 8, end: 9.5, paused: false, isCutOff: false };
    for (let nowMs = 0; nowMs < 10_000; nowMs += 500) look({ ...seen, nowMs, behindMs: 6_000 + nowMs });
    expect(look({ ...seen, nowMs: 10_000, behindMs: 16_000 })).toEqual({
      behindMs: 16_000,
      isStopped: false,
      isCutOff: false,
    });
  });

  it('a player has not stopped before its first picture', () => {
    const look = createPlayhead();
    const seen = { at: 0, end: 0, paused: false, isCutOff: false, behindMs: null };
    for (let nowMs = 0; nowMs < 10_000; nowMs += 500) look({ ...seen, nowMs });
    expect(look({ ...seen, nowMs: 10_000 })).toEqual({ behindMs: null, isStopped: false, isCutOff: false });
  });
});
