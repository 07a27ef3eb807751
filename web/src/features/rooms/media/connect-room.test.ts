import { ConnectionState, RoomEvent } from 'livekit-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { engineByHand } from './test/engine-by-hand.ts';
import { connectRoom } from './connect-room.ts';
import type { Connection } from './media-model.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function connect() {
  const engine = engineByHand();
  const failed: string[] = [];
  const logged: string[] = [];
  let renewals = 0;
  const media = connectRoom(
    {
      url: 'ws://x',
      token: 't',
      priority: { owner: 'nora', speaker: null },
      renew: async () => ({ url: 'ws://x', token: `fresh ${(renewals += 1)}` }),
      onRemoved: () => undefined,
      onDeviceFailed: (error) => failed.push(String(error)),
      log: (what, error) => logged.push(`${what}: ${String(error)}`),
      portrait: () => false,
      silent: false,
    },
    engine.room,
  );
  /** Answers the next dial, after the longest pause before it. */
  const next = async (how: 'taken' | 'refused'): Promise<void> => {
    await vi.advanceTimersByTimeAsync(4_000);
    engine.dials.pop()![how]();
    await vi.advanceTimersByTimeAsync(0);
  };
  /** The connection that is shown while LiveKit reconnects automatically. */
  const shown = (): Connection[] =>
    (['Reconnecting', 'SignalReconnecting', 'Reconnected'] as const).map((name) => {
      engine.becomes(name === 'Reconnected' ? ConnectionState.Connected : ConnectionState[name], RoomEvent[name]);
      return media.state().connection;
    });
  return { ...engine, failed, logged, media, next, shown };
}

describe('the connection to the engine', () => {
  it('a connection that fails shows no video until it succeeds', async () => {
    const { media, next } = connect();
    expect(media.state().connection).toBe('connecting');
    for (const how of ['refused', 'refused', 'taken'] as const) {
      await next(how);
      expect(media.state().connection).toBe(how === 'refused' ? 'none' : 'connected');
    }
    await media.leave();
  });

  it('each failed connection is logged, except after the room was left', async () => {
    const { media, next, logged, dials } = connect();
    await next('refused');
    expect(logged).toEqual(['The connection to the video room failed: Error: refused']);
    await next('refused');
    expect(logged).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(4_000);
    await media.leave();
    dials.pop()!.refused();
    await vi.advanceTimersByTimeAsync(0);
    expect(logged).toHaveLength(2);
  });

  it('LiveKit’s own attempts during a dial do not count as a lost connection', async () => {
    const { media, next, shown } = connect();
    await next('refused');
    await vi.advanceTimersByTimeAsync(4_000);
    expect(shown()).toEqual(['none', 'none', 'none']);
    await media.leave();
  });

  it('a short interruption is shown as reconnecting', async () => {
    const { media, next, shown } = connect();
    await next('taken');
    expect(shown()).toEqual(['reconnecting', 'reconnecting', 'connected']);
    await media.leave();
  });

  it('a reconnection that hangs for 15 s is replaced by joining with a fresh token, until that works', async () => {
    const { media, next, shown, dials, logged, becomes } = connect();
    await next('taken');
    expect(shown()).toEqual(['reconnecting', 'reconnecting', 'connected']);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(dials).toHaveLength(0);
    becomes(ConnectionState.Reconnecting, RoomEvent.Reconnecting);
    await vi.advanceTimersByTimeAsync(14_900);
    expect(dials).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(500);
    const asked = (): string[] => dials.map(({ token }) => token);
    expect([media.state().connection, asked()]).toEqual(['reconnecting', ['fresh 1']]);
    expect(logged).toEqual(['The video room did not come back: Error: no reconnection within 15 s']);
    await next('refused');
    // An attempt that never ends is ended, and the next one follows.
    await vi.advanceTimersByTimeAsync(4_000);
    expect(asked()).toEqual(['fresh 2']);
    await vi.advanceTimersByTimeAsync(24_000);
    expect(asked()).toEqual(['fresh 2', 'fresh 3']);
    await next('taken');
    expect(media.state().connection).toBe('connected');
    await media.leave();
  });

  it('a person who left during a reconnection does not join again', async () => {
    const { media, next, dials, becomes } = connect();
    await next('taken');
    becomes(ConnectionState.Reconnecting, RoomEvent.Reconnecting);
    await media.leave();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(dials).toHaveLength(0);
  });

  it('a device does not wait for a connection that was closed', async () => {
    const { media, opened } = connect();
    const waiting = media.setCamera(true);
    await media.leave();
    await waiting;
    expect(opened).toEqual([]);
  });

  it('devices open again after a lost connection, and one that fails to is reported', async () => {
    const { media, next, opened, drops, breaks, failed } = connect();
    await next('taken');
    await media.setMicrophone(true);
    drops();
    await next('taken');
    expect([opened, media.state().microphone, failed]).toEqual([['microphone on', 'microphone on'], true, []]);
    breaks();
    drops();
    await next('taken');
    expect([failed, media.state().microphone]).toEqual([
      ['DevicePermissionError: microphone permissions denied'],
      false,
    ]);
    await media.leave();
  });

  it('a tap is asked for where the browser plays no sound before one, while there is sound to hear', async () => {
    vi.stubGlobal('document', { body: { append: () => undefined } });
    const { media, next, sound, refusesSound } = connect();
    refusesSound();
    await next('taken');
    const asks = [media.state().soundBlocked];
    for (const event of [RoomEvent.TrackSubscribed, RoomEvent.TrackUnsubscribed] as const) {
      sound(event);
      asks.push(media.state().soundBlocked);
    }
    expect(asks).toEqual([false, true, false]);
    await media.leave();
    vi.unstubAllGlobals();
  });
});
