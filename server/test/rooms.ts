import { seatLeaseMs } from '@frontrow/core/rooms/limits.ts';
import type { AnswerOf, BodyOf, CallName } from '@frontrow/contract/api.ts';
import type { MemoryVideo } from '../src/adapters/video/memory/memory-video.ts';
import { newHost, newViewer, type TestActor } from './actors.ts';
import { type EventTraits, newEvent, type TestEvent } from './events.ts';
import type { TestAnswer, TestApp } from './harness.ts';
import { giveTicket, startedAgo } from './tickets.ts';

type RoomCall = Extract<CallName, `POST /events/streaming/${string}`>;

/** A room as a test tells it: who does what, by name of the call's last word. */
export interface TestRoom {
  readonly event: TestEvent;
  readonly host: TestActor;
  readonly viewers: readonly TestActor[];
  do<N extends RoomCall>(
    who: TestActor,
    name: N,
    body?: Omit<BodyOf<N>, 'event_uuid'> | Record<string, unknown>,
  ): Promise<TestAnswer<AnswerOf<N>>>;
  join(
    who: TestActor,
    body?: { session_id?: string; take_over?: boolean; returning?: boolean },
  ): Promise<TestAnswer<AnswerOf<'POST /events/streaming/join_streaming'>>>;
  state(): Promise<AnswerOf<'GET /events/streaming/streaming_state/:uuid'>>;
  /** Joins and connects to the stand-in engine with the token that was answered. */
  enter(who: TestActor): Promise<boolean>;
}

export const memoryVideo = (app: TestApp): MemoryVideo => app.kit.video as MemoryVideo;

/** An event due now with its host and ticketed viewers, not yet started. */
export async function dueRoom(app: TestApp, viewers = 2, traits: EventTraits = {}): Promise<TestRoom> {
  const host = await newHost(app);
  const event = await startedAgo(app, await newEvent(app, host, traits), 0);
  const people: TestActor[] = [];
  for (let i = 0; i < viewers; i++) {
    const viewer = await newViewer(app);
    await giveTicket(app, event, viewer);
    people.push(viewer);
  }
  return roomOf(app, event, host, people);
}

/** The same, live, with the host at the engine. */
export async function liveRoom(app: TestApp, viewers = 2, traits: EventTraits = {}): Promise<TestRoom> {
  const room = await dueRoom(app, viewers, traits);
  const started = await room.do(room.host, 'POST /events/streaming/start_streaming');
  if (started.status !== 200) throw new Error(`not started: ${started.status} ${JSON.stringify(started.errors)}`);
  memoryVideo(app).connect(started.data.token);
  return room;
}

export function roomOf(app: TestApp, event: TestEvent, host: TestActor, viewers: readonly TestActor[]): TestRoom {
  const room: TestRoom = {
    event,
    host,
    viewers,
    do: (who, name, body = {}) => app.call(name, { as: who.token, body: { event_uuid: event.id, ...body } }),
    join: (who, body = {}) => room.do(who, 'POST /events/streaming/join_streaming', body),
    state: async () =>
      (await app.call('GET /events/streaming/streaming_state/:uuid', { as: host.token, params: { uuid: event.id } }))
        .data,
    async enter(who) {
      const joined = await room.join(who);
      if (joined.status !== 200) throw new Error(`not in: ${joined.status} ${JSON.stringify(joined.errors)}`);
      return memoryVideo(app).connect(joined.data.token);
    },
  };
  return room;
}

/**
 * Time passes at one leap; then the time of a lease while the server looks at its rooms, as after any time that it
 * was away.
 */
export async function passWatched(app: TestApp, ms: number): Promise<void> {
  for (const leap of [ms, seatLeaseMs / 2, seatLeaseMs / 2]) {
    await app.quiesce();
    await app.clock.advance(leap);
  }
  await app.quiesce();
}

/** How many of these people have a seat somewhere, also one whose lease ran out. */
export async function seatsTaken(app: TestApp, userIds: readonly number[]): Promise<number> {
  const seats = 'SELECT 1 FROM room_member WHERE user_id = ANY ($1) AND seat_until IS NOT NULL';
  return (await app.db.query(seats, [userIds])).length;
}
