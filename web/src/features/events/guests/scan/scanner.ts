import type { AnswerOf } from '@frontrow/contract/api.ts';
import { scansPerCallMax, ticketCodeIn } from '@frontrow/core/ticketing/check-in.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';

type Answer = AnswerOf<'POST /events/door_list/scan'>;
export type ScanAnswer = Answer['results'][number];
export type CodeList = AnswerOf<'GET /events/:id/door_list/codes'>;

/** What this phone can say of a code without the server. */
export type Guess = 'welcome' | 'already' | 'unknown';

export interface Scan {
  readonly id: string;
  readonly code: string;
  readonly at: number;
  readonly guess: Guess;
  /** The server has not answered in time, so the guess was shown. */
  readonly late: boolean;
  /** The server may have heard of it, even if its answer was lost. */
  readonly sent?: boolean;
  readonly undoneAt?: number;
  readonly answer?: ScanAnswer;
}

export interface ScannerState {
  /** Newest first. */
  readonly scans: readonly Scan[];
  /** The one that is shown. */
  readonly shown: string | undefined;
  /** What was read last is no ticket code. */
  readonly isForeign: boolean;
  readonly offline: boolean;
  /** Why the server takes no scans. */
  readonly refused: string | undefined;
  readonly tickets: number | undefined;
  readonly checkedIn: number | undefined;
  readonly place: string;
}

export interface ScannerPorts {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  /** Rejects with what `isOutage` says yes to when there is no network. */
  send(scans: readonly { scan_uuid: string; code: string; at: number }[], place: string): Promise<Answer>;
  undo(ticketUuid: string): Promise<unknown>;
  /** Of a code as the server hashes it; undefined where the browser cannot. */
  hash(code: string): Promise<string | undefined>;
  isOutage(error: unknown): boolean;
  /** False: nothing that is sent now leaves the phone. */
  isOnline(): boolean;
  now(): number;
  newId(): string;
}

/** Longer, and people at the entrance wait for nothing. */
export const answerWaitMs = 2_500;
/** Scans that were answered and stay in the list. */
const answeredMax = 200;

/** One that was undone is still sent if the server may have heard of it: it is undone there then. */
export const isWaiting = ({ answer, sent, undoneAt }: Scan): boolean =>
  answer === undefined && (undoneAt === undefined || sent === true);
/** Let in by this phone while it was offline, and the server says otherwise. */
export const isCorrected = ({ late, guess, answer, undoneAt }: Scan): boolean =>
  late && guess === 'welcome' && undoneAt === undefined && answer !== undefined && answer.result !== 'welcome';

export type Scanner = ReturnType<typeof createScanner>;

/**
 * Scans of one event on this phone. Each is kept until the server has answered it, also when the page is closed. While
 * the server does not answer, a list of hashed codes says whom to let in; the server decides when it hears of them.
 */
export function createScanner(eventUuid: string, ports: ScannerPorts) {
  const { storage } = ports;
  const scansKey = `frontrow-scans:${eventUuid}`;
  const codesKey = `frontrow-codes:${eventUuid}`;
  const hashes = new Set<string>(read<string[]>(storage, codesKey) ?? []);
  const readKept = () => read<Pick<ScannerState, 'scans' | 'place'>>(storage, scansKey);
  const kept = readKept();
  const store: StoreApi<ScannerState> = createStore<ScannerState>(() => ({
    scans: kept?.scans ?? [],
    shown: undefined,
    isForeign: false,
    offline: false,
    refused: undefined,
    tickets: undefined,
    checkedIn: undefined,
    place: kept?.place ?? '',
  }));
  const write = (key: string, value: unknown): void => {
    try {
      storage.setItem(key, JSON.stringify(value));
    } catch {
      // A full storage keeps nothing more; the open page still does.
    }
  };
  /** Other tabs of the phone keep their scans in the same place: a change also takes over what they have kept. */
  const change = (part: Partial<ScannerState>): void => {
    const scans = together(part.scans ?? store.getState().scans, readKept()?.scans ?? []);
    store.setState({ ...part, scans });
    write(scansKey, { scans, place: store.getState().place });
  };
  const changeScan = (id: string, part: Partial<Scan>): void =>
    change({ scans: store.getState().scans.map((scan) => (scan.id === id ? { ...scan, ...part } : scan)) });

  const guessOf = async (code: string): Promise<Guess> => {
    const ofCode = store.getState().scans.filter((scan) => scan.code === code);
    const undoneAt = Math.max(0, ...ofCode.map((scan) => scan.undoneAt ?? 0));
    const before = ofCode.find((scan) => scan.undoneAt === undefined && scan.at > undoneAt);
    if (before && (before.answer ? before.answer.ticket !== null : before.guess !== 'unknown')) return 'already';
    const hash = await ports.hash(code);
    return hash !== undefined && hashes.has(hash) ? 'welcome' : 'unknown';
  };

  const apply = async ({ results, tickets, checked_in: checkedIn }: Answer): Promise<void> => {
    let undos = 0;
    change({});
    for (const answer of results) {
      const wasUndone = store.getState().scans.find(({ id }) => id === answer.scan_uuid)?.undoneAt !== undefined;
      // Undone while it was on its way. It stays waiting where this fails: sent again, it gets the same answer.
      if (wasUndone && answer.result === 'welcome' && answer.ticket) {
        await ports.undo(answer.ticket.ticket_uuid);
        undos++;
      }
      changeScan(answer.scan_uuid, { answer });
    }
    change({ offline: false, refused: undefined, tickets, checkedIn: checkedIn - undos });
  };

  let sending: Promise<void> | undefined;
  const sendAll = async (): Promise<void> => {
    change({});
    for (;;) {
      const { scans, place } = store.getState();
      const batch = nextBatch(scans);
      if (batch.length === 0) return;
      if (ports.isOnline())
        change({ scans: scans.map((scan) => (batch.includes(scan) ? { ...scan, sent: true } : scan)) });
      try {
        await apply(
          await ports.send(
            batch.map(({ id, code, at }) => ({ scan_uuid: id, code, at })),
            place,
          ),
        );
      } catch (error) {
        change({
          scans: store.getState().scans.map((scan) => (isWaiting(scan) ? { ...scan, late: true } : scan)),
          ...(ports.isOutage(error) ? { offline: true } : { refused: (error as Error).message }),
        });
        return;
      }
    }
  };

  return {
    store,

    /** Sends what waits; safe to call at any time. */
    sync: (): Promise<void> => (sending ??= sendAll().finally(() => (sending = undefined))),

    /** Takes what the camera read or someone typed. Answers false where it is no ticket code. */
    async scan(text: string): Promise<boolean> {
      const code = ticketCodeIn(text);
      if (code === undefined) {
        change({ isForeign: true });
        return false;
      }
      change({});
      const scan: Scan = {
        id: ports.newId(),
        code,
        at: ports.now(),
        guess: await guessOf(code),
        late: false,
      };
      change({ scans: [scan, ...store.getState().scans], shown: scan.id, isForeign: false });
      setTimeout(() => {
        if (store.getState().scans.some(({ id, answer }) => id === scan.id && answer === undefined))
          changeScan(scan.id, { late: true });
      }, answerWaitMs);
      // A call that is under way does not have this one.
      await sending;
      await this.sync();
      return true;
    },

    /** Rejects when the server cannot undo it now. */
    async undo({ id }: Scan): Promise<void> {
      const answer = store.getState().scans.find((scan) => scan.id === id)?.answer;
      if (answer?.ticket && answer.result === 'welcome') await ports.undo(answer.ticket.ticket_uuid);
      changeScan(id, { undoneAt: ports.now() });
    },

    setPlace: (place: string): void => change({ place }),

    /** Replaces the list for scanning offline. */
    setCodes(list: CodeList): void {
      hashes.clear();
      for (const hash of list.hashes) hashes.add(hash);
      write(codesKey, list.hashes);
      change({ tickets: list.tickets, checkedIn: list.checked_in });
    },
  };
}

/** What this tab and others know of their scans; newest first, and only so many of those that were answered. */
function together(own: readonly Scan[], kept: readonly Scan[]): readonly Scan[] {
  const others = new Map(kept.map((scan) => [scan.id, scan]));
  const known = own.map((scan) => {
    const other = others.get(scan.id);
    others.delete(scan.id);
    const hasNews = other && ((other.late && !scan.late) || Object.keys(other).some((key) => !(key in scan)));
    return hasNews ? { ...other, ...scan, late: other.late || scan.late } : scan;
  });
  const all = others.size === 0 ? known : [...known, ...others.values()].toSorted((one, other) => other.at - one.at);
  const answered = new Set(all.filter((scan) => !isWaiting(scan)).slice(0, answeredMax));
  return all.filter((scan) => isWaiting(scan) || answered.has(scan));
}

/** Oldest first. Those that were undone go alone, so that the next scan of their ticket finds it free. */
function nextBatch(scans: readonly Scan[]): readonly Scan[] {
  const batch = scans.filter(isWaiting).slice(-scansPerCallMax).toReversed();
  const isUndone = (scan: Scan | undefined): boolean => scan?.undoneAt !== undefined;
  const end = batch.findIndex((scan) => isUndone(scan) !== isUndone(batch[0]));
  return end === -1 ? batch : batch.slice(0, end);
}

function read<T>(storage: Pick<Storage, 'getItem'>, key: string): T | undefined {
  try {
    return JSON.parse(storage.getItem(key) ?? '') as T;
  } catch {
    return undefined;
  }
}
