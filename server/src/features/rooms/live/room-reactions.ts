import {
  addCounts,
  type ReactionCounts,
  type ReactionEmoji,
  reactionsGatheredMs,
} from '@frontrow/core/rooms/reactions.ts';

export interface ReactionsParts {
  /** Pushes to the listeners of this process. */
  readonly push: (eventUuid: string, counts: ReactionCounts) => void;
  /** Announces to the other processes, which push to theirs. */
  readonly tell: (eventUuid: string, counts: ReactionCounts) => void;
}

interface Gathered {
  /** Sent by people of this process, not announced to the others yet. */
  own: ReactionCounts;
  /** Sent anywhere, not pushed here yet. */
  all: ReactionCounts;
}

/**
 * Counts the reactions of rooms in memory. A room gets at most one push per `reactionsGatheredMs`, with everything that
 * arrived since, including what other processes counted. Nothing is stored: a process that dies loses a quarter of a
 * second of them.
 */
export class RoomReactions {
  readonly #parts: ReactionsParts;
  /** Rooms whose window is open. */
  readonly #rooms = new Map<string, Gathered>();
  #stopped = false;

  constructor(parts: ReactionsParts) {
    this.#parts = parts;
  }

  /** A person of this process reacted. */
  add(eventUuid: string, emoji: ReactionEmoji): void {
    this.#gather(eventUuid, { [emoji]: 1 }, { [emoji]: 1 });
  }

  /** Another process announced what its people sent. */
  heard(eventUuid: string, counts: ReactionCounts): void {
    this.#gather(eventUuid, {}, counts);
  }

  stop(): void {
    this.#stopped = true;
  }

  #gather(eventUuid: string, own: ReactionCounts, all: ReactionCounts): void {
    if (this.#stopped) return;
    const known = this.#rooms.get(eventUuid);
    if (known) {
      known.own = addCounts(known.own, own);
      known.all = addCounts(known.all, all);
      return;
    }
    this.#rooms.set(eventUuid, { own, all });
    setTimeout(() => this.#flush(eventUuid), reactionsGatheredMs).unref();
  }

  #flush(eventUuid: string): void {
    const gathered = this.#rooms.get(eventUuid);
    this.#rooms.delete(eventUuid);
    if (!gathered || this.#stopped) return;
    const { own, all } = gathered;
    if (Object.keys(own).length > 0) this.#parts.tell(eventUuid, own);
    if (Object.keys(all).length > 0) this.#parts.push(eventUuid, all);
  }
}
