import type { Moment } from '@frontrow/contract/broadcast/chat-files.ts';
import type { LiveUpdates } from '@frontrow/contract/rooms/live-updates.ts';
import { momentsKeptMs } from '@frontrow/core/broadcast/chat-file-limits.ts';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../ports/clock.ts';

const roomsMax = 500;
/** Four pushes of reactions a second, and unfinished lines of captions. */
const momentsMax = 200;

/**
 * Reactions and captions of the last seconds, of every room. They are in no log, so the file that viewers without a
 * socket read is made of what this process heard.
 */
export class RoomMoments {
  readonly #clock: () => Clock;
  readonly #rooms = new LRUCache<string, Moment[]>({ max: roomsMax });

  constructor(clock: () => Clock) {
    this.#clock = clock;
  }

  add<K extends Moment['name']>(name: K, update: Parameters<LiveUpdates[K]>[0]): void {
    const at = this.#clock().now();
    const known = this.#rooms.get(update.event_uuid) ?? [];
    const young = known.filter((one) => one.at > at - momentsKeptMs).slice(-momentsMax + 1);
    this.#rooms.set(update.event_uuid, [...young, { at, name, update } as Moment]);
  }

  /** Those after `from`, up to and including `until`. */
  between(eventUuid: string, from: number, until: number): Moment[] {
    return (this.#rooms.get(eventUuid) ?? []).filter(({ at }) => at > from && at <= until);
  }
}
