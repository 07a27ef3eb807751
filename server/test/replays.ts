import { randomUUID } from 'node:crypto';
import type { CallName } from '@frontrow/contract/api.ts';
import type { WireRecordedEvent } from '@frontrow/contract/broadcast/api.ts';
import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { expect } from 'vitest';
import type { TestActor } from './actors.ts';
import type { TestApp } from './harness.ts';
import { listenerHeader } from './ingest/posted-segments.ts';
import { liveRoom, type TestRoom } from './rooms.ts';

export const card = { stripe_token: 'pm_card_visa' };
export const pieceMs = seconds(20);

export const codeOf = async (
  answer: Promise<{ status: number; errors: readonly { code: string }[] }>,
): Promise<string> => {
  const { status, errors } = await answer;
  return status === 200 ? '200' : `${status} ${errors[0]?.code}`;
};

/** Hands over pieces of a track of the host, as a recorder does. */
async function handOver(app: TestApp, room: TestRoom, pieces: number): Promise<void> {
  const file = randomUUID();
  const beganAt = app.clock.now();
  for (let ordinal = 0; ordinal < pieces; ordinal += 1) {
    const query = new URLSearchParams({
      file,
      kind: 'camera',
      mimeType: 'video/mp4',
      identity: `u:${room.host.id}`,
      ordinal: String(ordinal),
      beganAt: String(beganAt),
      headBytes: String(ordinal === 0 ? 4 : 0),
      beginsMs: String(ordinal * pieceMs),
      lengthMs: String(pieceMs),
    });
    const answer = await app.http.inject({
      method: 'POST',
      url: `/recorder/rooms/${room.event.id}/pieces?${query.toString()}`,
      headers: { ...listenerHeader(app), 'content-type': 'application/octet-stream' },
      payload: Buffer.from(`${ordinal === 0 ? 'head' : ''}piece ${ordinal};`),
    });
    expect(answer.statusCode).toBe(200);
  }
}

/** Plays all tracks from the start. */
export async function playTracks(
  app: TestApp,
  replay: WireRecordedEvent,
  headers: Record<string, string> = {},
): Promise<string> {
  const files = await Promise.all(replay.tracks.map(({ url }) => app.http.inject({ url, headers })));
  return files.map(({ statusCode, body }) => `${statusCode} ${body}`).join('|');
}

/** Recorded events, and what people do with their replays. */
export function replayStage(app: () => TestApp) {
  const ask = <N extends CallName>(room: TestRoom, who: TestActor | undefined, name: N, more: object = {}) =>
    app().call(name, {
      ...(who && { as: who.token }),
      params: { uuid: room.event.id },
      body: { event_uuid: room.event.id, ...more },
      query: name.endsWith('chat') ? { from: '0', to: '1' } : {},
    });
  return {
    ask,
    /** An event that is over, with a recording of some pieces of 20 seconds; what the host did to the last viewer. */
    recordedEvent: async (
      pieces = 15,
      viewers = 1,
      moderates?: 'toggle_banned' | 'remove_viewer',
    ): Promise<TestRoom> => {
      const room = await liveRoom(app(), viewers);
      if (moderates) {
        const last = room.viewers.at(-1)!;
        await room.enter(last);
        const { username } = last;
        await room.do(room.host, `POST /events/streaming/${moderates}`, { username });
      }
      await room.do(room.host, 'POST /events/streaming/set_recording', { enabled: true });
      await handOver(app(), room, pieces);
      expect((await room.do(room.host, 'POST /events/streaming/stop_streaming')).status).toBe(200);
      await app().clock.advance(minutes(1));
      return room;
    },
    sell: (room: TestRoom, price = 10) =>
      ask(room, room.host, 'POST /events/replay/publish', { access: 'sale', price }),
    buyReplay: (room: TestRoom, who: TestActor, more: object = card) =>
      ask(room, who, 'POST /events/purchase', { type: 'interactive', replay: true, ...more }),
    replayOf: async (room: TestRoom, who?: TestActor): Promise<WireRecordedEvent> => {
      const answer = await ask(room, who, 'GET /events/:uuid/replay');
      expect(answer.status).toBe(200);
      return answer.data;
    },
  };
}
