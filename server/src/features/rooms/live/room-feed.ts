import type { WireChatMessage } from '@frontrow/contract/rooms/api.ts';
import {
  exactAcksMax,
  presencePushedEveryMs,
  replayedUpdatesMax,
  updatesGatheredLargeMs,
  updatesGatheredMs,
} from '@frontrow/core/rooms/limits.ts';
import type { Kit } from '../../../kit.ts';
import { latestMessages } from '../room-messages.ts';
import { readState } from '../room-views.ts';
import type { NextInRoom, SharedState } from '../rooms-deps.ts';
import { audienceOf } from './room-changes.ts';
import { latestLines, linesAfter, linesReadMax, type LogLine } from './room-log.ts';
import { changesState, isPresence, type Update, updatesFor } from './wire-updates.ts';

const keptLinesMax = 2 * replayedUpdatesMax;
/** When a failed read is repeated. */
const readAgainMs = 500;

export interface FeedParts extends Pick<Kit, 'db' | 'log'> {
  readonly eventUuid: string;
  /** Pushes to all listeners of this process in the room. */
  readonly push: (updates: readonly Update[], next: NextInRoom | undefined) => void;
  /** How many listeners this process has in the room. */
  readonly size: () => number;
}

/**
 * What one process pushes of one room: reads the log after the last number it pushed, collects bursts for at most 40
 * ms, and builds the state once per burst. All work of a room runs one after the other, so that a newcomer is brought
 * up to date and joins the listeners without missing an update in between.
 */
export class RoomFeed {
  readonly #parts: FeedParts;
  #covered = 0;
  /** The latest lines that a replay contains. Arrivals and departures are covered by the state that ends it. */
  #kept: LogLine[] = [];
  /** All such lines after this number are kept. */
  #keptAfter = 0;
  #state: SharedState | undefined;
  /** In a large room people came or left since the state was read, and nothing else changed. */
  #isPresenceOld = false;
  #messages: WireChatMessage[] | undefined;
  #loaded = false;
  #work: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #due = 0;
  #lastFlush = 0;
  #lastState = 0;
  /** The number up to which updates were pushed. Lower than `covered` while arrivals and departures wait. */
  #told = 0;
  /** A change of the state was read and not pushed yet. */
  #owed = false;
  #stopped = false;

  constructor(parts: FeedParts) {
    this.#parts = parts;
  }

  /** Something may have changed. */
  nudge(): void {
    this.#soon(this.#parts.size() > exactAcksMax ? updatesGatheredLargeMs : updatesGatheredMs);
  }

  /** Schedules one flush, this long after the last one. If scheduled again, the earlier time counts. */
  #soon(gatheredMs: number): void {
    const due = this.#lastFlush + gatheredMs;
    if (this.#stopped || (this.#timer !== undefined && this.#due <= due)) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        // The database did not answer. The next change may be far off, so the read is repeated.
        this.#inOrder(() => this.#flush()).catch(() => this.#soon(readAgainMs));
      },
      Math.max(0, due - performance.now()),
    );
  }

  /**
   * Brings a newcomer up to date: `send` gets the updates since `lastSeq`, or a snapshot; then `admit` adds it to the
   * listeners.
   */
  async welcome(
    lastSeq: number | undefined,
    send: (updates: readonly Update[], next: NextInRoom | undefined) => void,
    admit: () => void,
  ): Promise<void> {
    await this.#inOrder(async () => {
      await this.#flush();
      send(await this.#catchUp(lastSeq), this.#state?.next);
      admit();
    });
  }

  /** The last listener left. The next one gets a new feed; what this one still reads is pushed to no one. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #inOrder(work: () => Promise<void>): Promise<void> {
    const run = this.#work.then(work);
    this.#work = run.catch((error: unknown) =>
      this.#parts.log.warn({ error: String(error) }, 'room not pushed, will be repeated'),
    );
    return run;
  }

  async #flush(): Promise<void> {
    this.#lastFlush = performance.now();
    const { db, eventUuid, push } = this.#parts;
    if (!this.#loaded) {
      const latest = await latestLines(db, eventUuid, keptLinesMax);
      this.#keptAfter = (latest[0]?.seq ?? 1) - 1;
      this.#covered = latest.at(-1)?.seq ?? 0;
      this.#kept = latest.filter((line) => !isPresence(line));
      this.#told = this.#covered;
      this.#loaded = true;
      return;
    }
    for (;;) {
      const lines = await linesAfter(db, eventUuid, this.#covered);
      if (lines.length === 0 && !this.#owed) return;
      const changed = lines.some(changesState);
      const isLarge = this.#parts.size() > exactAcksMax;
      const isOther = lines.some((line) => (changesState(line) && !isPresence(line)) || line.type === 'finishEvent');
      if (isOther || (changed && !isLarge)) this.#state = undefined;
      else if (changed) this.#isPresenceOld = true;
      if (!lines.every(isPresence)) this.#messages = undefined;
      const last = lines.at(-1)?.seq ?? this.#covered;
      const waits = this.#mayWait(lines);
      const state = (changed || this.#owed) && !waits ? await this.#stateNow({ exact: true }) : undefined;
      const updates = updatesFor(eventUuid, lines, this.#told, last, state?.state, await audienceOf(db, lines));
      if (this.#stopped) return;
      push(updates, state?.next);
      this.#keep(lines);
      this.#covered = last;
      const newest = updates.at(-1)?.update;
      if (newest && 'seq' in newest) this.#told = newest.seq;
      this.#owed = (this.#owed || changed) && waits;
      if (state) this.#lastState = this.#lastFlush;
      if (this.#owed) this.#soon(this.#lastState + presencePushedEveryMs + 5 - this.#lastFlush);
      if (lines.length < linesReadMax) return;
    }
  }

  /**
   * In a large room people arrive and leave all the time. If nothing else changed, that is pushed every two seconds.
   */
  #mayWait(lines: readonly LogLine[]): boolean {
    if (this.#parts.size() <= exactAcksMax || this.#lastFlush - this.#lastState >= presencePushedEveryMs) return false;
    return lines.every((line) => !changesState(line) || isPresence(line));
  }

  #keep(lines: readonly LogLine[]): void {
    const removed = new Set(
      lines.flatMap((line) => (line.type === 'messageRemoved' ? [Number(line.payload['message_seq'])] : [])),
    );
    const cleared = new Set(
      lines.flatMap((line) =>
        line.type === 'personCleared' || (line.type === 'userBanned' && line.payload['blocked'] === true)
          ? [Number(line.payload['author'])]
          : [],
      ),
    );
    const isGone = (line: LogLine): boolean =>
      line.message !== undefined && (removed.has(line.seq) || cleared.has(line.message.user.user_ide));
    const known =
      removed.size + cleared.size > 0
        ? this.#kept.map((line) => (isGone(line) ? { ...line, message: undefined } : line))
        : this.#kept;
    const all = [...known, ...lines.filter((line) => !isPresence(line))];
    this.#keptAfter = all.at(-keptLinesMax - 1)?.seq ?? this.#keptAfter;
    this.#kept = all.slice(-keptLinesMax);
  }

  async #catchUp(lastSeq: number | undefined): Promise<Update[]> {
    const { db, eventUuid } = this.#parts;
    // A thousand newcomers a minute must not cost a read each: the exact state is pushed within two seconds.
    const { state } = await this.#stateNow({ exact: false });
    const isKnown = lastSeq !== undefined && lastSeq >= this.#keptAfter && lastSeq <= this.#covered;
    const missed = isKnown ? this.#kept.filter((line) => line.seq > lastSeq) : [];
    if (isKnown && missed.length <= replayedUpdatesMax)
      return updatesFor(eventUuid, missed, lastSeq, this.#covered, state, await audienceOf(db, missed));
    return [
      {
        name: 'snapshot',
        update: {
          event_uuid: eventUuid,
          seq: this.#covered,
          current_state: state,
          messages: await this.#messagesNow(),
        },
      },
    ];
  }

  /**
   * Read once per change of the state, however many request it. Not exact: the latest arrivals and departures may be
   * missing.
   */
  async #stateNow({ exact }: { exact: boolean }): Promise<SharedState> {
    const { db, eventUuid } = this.#parts;
    if (exact && this.#isPresenceOld) this.#state = undefined;
    if (!this.#state) this.#isPresenceOld = false;
    this.#state ??= await readState(db, eventUuid);
    return this.#state;
  }

  async #messagesNow(): Promise<WireChatMessage[]> {
    this.#messages ??= await latestMessages(this.#parts.db, this.#parts.eventUuid);
    return this.#messages;
  }
}
