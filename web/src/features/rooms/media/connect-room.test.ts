import { ConnectionState, RoomEvent } from 'livekit-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { engineLine } from './test/engine-line.ts';
import { connectRoom } from './connect-room.ts';
import type { Connection } from './media-model.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function connect() {
  const line = engineLine();
  const failed: string[] = [];
  const logged: string[] = [];
  const address = { url: 'ws://x', token: 't' };
  const media = connectRoom(
    {
      ...address,
      cast: { owner: 'nora', speaker: null },
      renew: async () => address,
      onRemoved: () => undefined,
      onDeviceFailed: (error) => failed.push(String(error)),
      log: (what, error) => logged.push(`${what}: ${String(error)}`),
      portrait: false,
    },
    line.room,
  );
  /** After the longest wait for the next try. */
  const next = async (how: 'taken' | 'refused'): Promise<void> => {
    await vi.advanceTimersByTimeAsync(4_000);
    line.dials.pop()![how]();
    await vi.advanceTimersByTimeAsync(0);
  };
  /** What is shown while the engine brings its own line back. */
  const shown = (): Connection[] =>
    (['Reconnecting', 'SignalReconnecting', 'Reconnected'] as const).map((name) => {
      line.becomes(name === 'Reconnected' ? ConnectionState.Connected : ConnectionState[name], RoomEvent[name]);
      return media.state().connection;
    });
  return { ...line, failed, logged, media, next, shown };
}

describe('a room whose line', () => {
  it('does not come is without video, until it comes', async () => {
    const { media, next } = connect();
    expect(media.state().connection).toBe('connecting');
    for (const how of ['refused', 'refused', 'taken'] as const) {
      await next(how);
      expect(media.state().connection).toBe(how === 'refused' ? 'none' : 'connected');
    }
    await media.leave();
  });

  it('does not come is logged, each time; one that was left meanwhile is not', async () => {
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

  it('is still being dialled has none to lose', async () => {
    const { media, next, shown } = connect();
    await next('refused');
    await vi.advanceTimersByTimeAsync(4_000);
    expect(shown()).toEqual(['none', 'none', 'none']);
    await media.leave();
  });

  it('is away for a moment says so', async () => {
    const { media, next, shown } = connect();
    await next('taken');
    expect(shown()).toEqual(['reconnecting', 'reconnecting', 'connected']);
    await media.leave();
  });

  it('is left lets nobody wait for it', async () => {
    const { media, opened } = connect();
    const waiting = media.setCamera(true);
    await media.leave();
    await waiting;
    expect(opened).toEqual([]);
  });

  it('was lost has on what was on before, and tells of what is not', async () => {
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
});
