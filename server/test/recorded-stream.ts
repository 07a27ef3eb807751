import { minutes } from '@frontrow/core/kernel/instant.ts';
import type { EventTraits } from './events.ts';
import type { TestApp } from './harness.ts';
import { drawStream, keepStream } from './recorder/drawn-tracks.ts';
import { liveRoom, type TestRoom } from './rooms.ts';

/** An event that is over, with eight seconds of an encoder's stream: green, and a beep each second. */
export async function recordedStream(app: TestApp, traits: EventTraits = {}): Promise<TestRoom> {
  const room = await liveRoom(app, 1, traits);
  await room.do(room.host, 'POST /events/streaming/stop_streaming');
  await keepStream(app, room.event.id, await drawStream('green', 8), app.clock.now() - minutes(1));
  await app.clock.advance(minutes(1));
  return room;
}
