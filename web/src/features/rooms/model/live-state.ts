import type { WireChatMessage, WireCurrentState } from '@frontrow/contract/rooms/api.ts';
import { createPace, inBoth, lastWrote, lineOf, stillThere, withLines, type ChatLine } from './chat-lines.ts';
import { endingOf, type Exits } from './leaving.ts';
import type { RoomScope } from './room-scope.ts';
import { type LiveState, liveStateOf, type RoomSnapshot, timedOutUntil } from './room-state.ts';

/** Of the removals during one request for the state, this many are remembered, the latest. */
const withdrawnMax = 1_000;
/** With more updates waiting than this the gap is not waited for: the whole state is asked for again. */
const waitingMax = 1_000;

/** Follows the numbered changes of a room, and knows the last one without a gap before it (rule R10). */
class SeqGate {
  private last: number;
  /** Updates with a gap before them: their number, and the number that they follow. */
  private readonly waiting = new Map<number, number>();

  constructor(last = 0) {
    this.last = last;
  }

  /** The highest number below which nothing is missing. */
  get lastSeq(): number {
    return this.last;
  }

  get hasGap(): boolean {
    return this.waiting.size > 0;
  }

  /** Records one update, which covers everything after `since`. Answers whether something before it is missing. */
  note(seq: number, since: number = seq - 1): boolean {
    if (seq > this.last) this.waiting.set(seq, since);
    this.close();
    if (this.waiting.size > waitingMax) this.waiting.clear();
    return this.hasGap;
  }

  /** The whole state up to this number has arrived. */
  jump(seq: number): void {
    this.last = Math.max(this.last, seq);
    this.close();
  }

  private close(): void {
    for (const [seq, since] of [...this.waiting].toSorted(([a], [b]) => a - b)) {
      if (since > this.last) return;
      this.last = Math.max(this.last, seq);
      this.waiting.delete(seq);
    }
  }
}

interface Withdrawal {
  readonly seq: number;
  readonly isMeant: (message: WireChatMessage) => boolean;
}

interface WholeState {
  readonly current_state: WireCurrentState;
  /** The latest ones that were not removed. */
  readonly messages: readonly WireChatMessage[];
}

/** The room as the server tells it: its state, its chat, and the number of the last change without a gap before it. */
export interface LiveStateModel {
  /** What the room shows first. Changes are followed from here on. */
  start(
    state: WireCurrentState,
    messages: readonly WireChatMessage[],
  ): Pick<RoomSnapshot, 'live' | 'chat' | 'held' | 'wroteAt'>;
  /** Takes over the state of an answer or an update; an older one than the known is dropped. */
  apply(state: WireCurrentState): void;
  /** `arriving`: as they are written; those that come too fast to be read are folded. */
  addMessages(messages: readonly WireChatMessage[], arriving?: boolean): void;
  /** Messages that arrived and are not shown yet. */
  readonly waiting: Set<WireChatMessage>;
  /** Change `seq` took messages away: those that wait are not shown, nor are those of an older answer on its way. */
  withdraw(seq: number, isMeant: (message: WireChatMessage) => boolean): void;
  /** Takes over the whole state up to `seq` after changes were missed. Messages that it lacks were removed. */
  replace(seq: number, whole: WholeState): void;
  /** Everything was told up to this number. */
  jump(seq: number): void;
  /** One change was told, which covers all after `since`. A gap before it that stays is refetched. */
  note(seq: number, since: number | undefined): void;
  lastSeq(): number;
  /** Asks the server for the whole state. False without an answer. */
  refetch(): Promise<boolean>;
  /**
   * The same in a moment, if it is still needed then: many browsers miss the same change, and must not all ask at once.
   */
  refetchSoon(isNeeded: () => boolean): void;
}

/** `onMissed`: changes were missed, so what is known apart from the state may be old. */
export function createLiveState(scope: RoomScope, exits: Exits, onMissed: () => void): LiveStateModel {
  const { deps, timers, get, set, isInside } = scope;
  let gate = new SeqGate();
  let isRefetchDue = false;
  const waiting = new Set<WireChatMessage>();
  let answersDue = 0;
  /** What was taken away while answers are due. */
  let withdrawn: Withdrawal[] = [];
  const paced = createPace(deps.now);

  /** Time-outs and the announcement end by the clock; nothing is pushed then. */
  const expireInTime = ({ seq, timedOut, announcement }: LiveState): void => {
    const ends = [...timedOut.map((one) => one.until), ...(announcement ? [announcement.until] : [])];
    if (ends.length === 0) return;
    timers.later(Math.max(0, Math.min(...ends) - deps.now()), () => {
      const { live } = get();
      // A newer state has its own timer.
      if (live?.seq !== seq) return;
      const isAhead = ({ until }: { until: number }): boolean => until > deps.now();
      const next = {
        ...live,
        timedOut: live.timedOut.filter(isAhead),
        announcement: live.announcement && isAhead(live.announcement) ? live.announcement : null,
      };
      set({ live: next });
      tellTimeOut(live, next);
      expireInTime(next);
    });
  };
  const tellTimeOut = (before: LiveState | null, next: LiveState): void => {
    const [was, until] = [timedOutUntil(before, deps.me.username), timedOutUntil(next, deps.me.username)];
    if (until > 0 && until !== was) deps.notify({ kind: 'timedOut', until });
    if (until === 0 && was > 0) deps.notify({ kind: 'timeOutOver' });
  };
  const apply: LiveStateModel['apply'] = (wire) => {
    const next = liveStateOf(wire);
    const before = get().live;
    if (before && next.seq < before.seq) return;
    set({ live: next });
    expireInTime(next);
    tellTimeOut(before, next);
    if (before && !before.recording && next.recording) deps.notify({ kind: 'recordingOn', isOwn: deps.me.isOwner });
    if (before && !before.openMic && next.openMic && !deps.me.isOwner) deps.notify({ kind: 'openMicOn' });
    if (before?.openMic && !next.openMic && !deps.me.isOwner) deps.notify({ kind: 'openMicOff' });
  };
  const arrived = (line: ChatLine): ChatLine => {
    const { live } = get();
    const { username } = line;
    const mustSee =
      username === deps.me.username || username === live?.owner.username || live?.admins.includes(username) === true;
    const fold = paced(mustSee);
    return fold === undefined ? line : { ...line, fold };
  };
  const addMessages: LiveStateModel['addMessages'] = (messages, arriving = false) => {
    const added = messages.map(lineOf);
    const { chat, wroteAt } = get();
    set({
      chat: withLines(chat, arriving ? added.map(arrived) : added),
      wroteAt: lastWrote(added, deps.me.username, wroteAt),
    });
  };

  const replace: LiveStateModel['replace'] = (seq, { current_state: state, messages }) => {
    const isThere = stillThere(messages, seq);
    const later = withdrawn.filter((one) => one.seq > seq);
    const isGone = (message: WireChatMessage): boolean =>
      later.some((one) => message.seq < one.seq && one.isMeant(message));
    for (const message of waiting) if (!isThere(message)) waiting.delete(message);
    set(inBoth(get(), (lines) => lines.filter(isThere)));
    addMessages(messages.filter((message) => !isGone(message)));
    gate.jump(seq);
    apply(state);
    onMissed();
  };

  const refetch = async (): Promise<boolean> => {
    const params = { uuid: deps.eventUuid };
    answersDue += 1;
    try {
      const answer = await deps.call('GET /events/streaming/streaming_state/:uuid', { params });
      if (!isInside()) return true;
      replace(answer.current_state.seq, answer);
      return true;
    } catch (error) {
      const ending = endingOf(error);
      if (isInside() && (ending?.exit === 'finish' || ending?.exit === 'remove')) exits.by(ending);
      return ending !== null;
    } finally {
      answersDue -= 1;
      if (answersDue === 0) withdrawn = [];
    }
  };
  const refetchSoon: LiveStateModel['refetchSoon'] = (isNeeded) => {
    if (isRefetchDue) return;
    isRefetchDue = true;
    timers.later(deps.jitterMs(), () => {
      isRefetchDue = false;
      if (isInside() && isNeeded()) void refetch();
    });
  };
  return {
    start: (state, messages) => {
      gate = new SeqGate(state.seq);
      waiting.clear();
      expireInTime(liveStateOf(state));
      const chat = withLines([], messages.map(lineOf));
      return { live: liveStateOf(state), chat, held: null, wroteAt: lastWrote(chat, deps.me.username, null) };
    },
    apply,
    addMessages,
    waiting,
    withdraw: (seq, isMeant) => {
      for (const message of waiting) if (isMeant(message)) waiting.delete(message);
      if (answersDue > 0) withdrawn = [...withdrawn, { seq, isMeant }].slice(-withdrawnMax);
    },
    replace,
    jump: (seq) => gate.jump(seq),
    note: (seq, since) => {
      if (gate.note(seq, since)) refetchSoon(() => gate.hasGap);
    },
    lastSeq: () => gate.lastSeq,
    refetch,
    refetchSoon,
  };
}
