import { api } from '@frontrow/contract/api.ts';
import type { WireEventPage } from '@frontrow/contract/events/api.ts';
import { LRUCache } from 'lru-cache';
import { PreparedAnswer } from '../../http/routes/prepared-answer.ts';
import type { Kit } from '../../kit.ts';
import { heldEvents } from './records.ts';
import { offeredReplay } from './replay-sales.ts';
import { attendeesOf, eventCards, watchingOf } from './views.ts';

export interface EventPages {
  /** The answer of `GET /events/:id`, at most `freshMs` old; undefined when there is no such event. */
  page(eventUuid: string): Promise<PreparedAnswer | undefined>;
  /** The same answer, if it is in memory and at most `freshMs` old. */
  ready(eventUuid: string): PreparedAnswer | undefined;
  /** To be called when the event changed in this process: the next request builds its page again. */
  expire(eventUuid: string): void;
  /** Checks all pages read lately against the database in one statement; run by a job. */
  refresh(): Promise<void>;
}

interface Kept {
  readonly answer: PreparedAnswer;
  readonly version: number;
  readonly watching: number;
  /** By the process's clock: when the database last confirmed it, and when it was last read. */
  agreedAt: number;
  readAt: number;
  readonly builtAt: number;
}

const recordingChosen = 'SELECT 1 AS chosen FROM recording_choice WHERE event_id = $1 AND enabled';

const keptMax = 5_000;
/** A change of another process shows within a second, even if the check of the database is late. */
const freshMs = 800;
/** Interval of the job; shorter than `freshMs`, so that readers do not wait. */
export const refreshEveryMs = 200;
/** Pages that no one read for this long are checked only when they are read again. */
const readLatelyMs = 10_000;
const watchingEveryMs = 2_000;
/** Changes that do not raise the version, such as a host's picture, show after this at the latest. */
const rebuildMs = 30_000;
const refreshedMax = 1_000;

/**
 * Keeps each event page as bytes, built again when the event's version changes. Several processes may change events, so
 * the database is asked for the versions of all pages being read, in one statement a few times a second.
 */
export function createEventPages({ db, clock, storage }: Pick<Kit, 'db' | 'clock' | 'storage'>): EventPages {
  const kept = new LRUCache<string, Kept>({ max: keptMax });
  const building = new Map<string, Promise<Kept | undefined>>();
  const lately = new Set<string>();
  let asking: Promise<void> | undefined;
  let watchingAskedAt = 0;

  const build = (eventUuid: string): Promise<Kept | undefined> => {
    const known = building.get(eventUuid);
    if (known) return known;
    const began = clock.now();
    const work = (async (): Promise<Kept | undefined> => {
      const page = await readPage({ db, storage }, eventUuid);
      if (!page) return undefined;
      return {
        answer: new PreparedAnswer(api['GET /events/:id'].answer, page),
        version: page.event.event_version,
        watching: page.watching,
        agreedAt: began,
        readAt: began,
        builtAt: began,
      };
    })();
    building.set(eventUuid, work);
    const mine = (): boolean => building.get(eventUuid) === work;
    return work
      .then((page) => {
        // If the event changed in the meantime, `expire` dropped this build, and its page is not kept.
        if (page && mine()) kept.set(eventUuid, page);
        return page;
      })
      .finally(() => void (mine() && building.delete(eventUuid)));
  };

  const ask = async (): Promise<void> => {
    const began = clock.now();
    const ids: string[] = [];
    for (const id of lately) {
      const page = kept.get(id);
      if (!page || page.readAt + readLatelyMs < began) lately.delete(id);
      else if (ids.length < refreshedMax) ids.push(id);
    }
    if (ids.length === 0) return;
    const withWatching = began - watchingAskedAt >= watchingEveryMs;
    if (withWatching) watchingAskedAt = began;
    const rows = await db.query<{ id: string; version: number; watching: number | null }>(
      `SELECT e.id, e.version, ${withWatching ? watchingOf : 'NULL::int'} AS watching FROM event e
        WHERE e.id = ANY ($1)`,
      [ids],
    );
    const found = new Set(rows.map((row) => row.id));
    for (const id of ids) if (!found.has(id)) forget(id);
    for (const row of rows) {
      const page = kept.get(row.id);
      if (!page) continue;
      const same =
        page.version === row.version &&
        (row.watching ?? page.watching) === page.watching &&
        began - page.builtAt < rebuildMs;
      if (same) page.agreedAt = Math.max(page.agreedAt, began);
      else forget(row.id);
    }
  };

  const refresh = (): Promise<void> => (asking ??= ask().finally(() => (asking = undefined)));

  const forget = (eventUuid: string): void => {
    kept.delete(eventUuid);
    building.delete(eventUuid);
  };

  return {
    refresh,
    expire: forget,
    ready(eventUuid) {
      const page = kept.get(eventUuid);
      if (!page) return undefined;
      const now = clock.now();
      if (now - page.agreedAt > freshMs) return undefined;
      page.readAt = now;
      return page.answer;
    },
    async page(eventUuid) {
      const now = clock.now();
      let page = kept.get(eventUuid);
      if (page) page.readAt = now;
      lately.add(eventUuid);
      if (page && now - page.agreedAt > freshMs) {
        // A check that began before this request may be too old for it.
        await asking;
        await refresh();
        page = kept.get(eventUuid);
        if (page && now - page.agreedAt > freshMs) page = undefined;
      }
      return (page ?? (await build(eventUuid)))?.answer;
    },
  };
}

/** The page as everyone sees it; undefined for an event that has none. */
async function readPage(
  { db, storage }: Pick<Kit, 'db' | 'storage'>,
  eventUuid: string,
): Promise<WireEventPage | undefined> {
  const [card] = await eventCards(db, storage, [eventUuid]);
  // To everyone a private meeting does not exist: this page is the same for all.
  if (!card || card.event.event_private) return undefined;
  const [attendees, held, replay, recorded] = await Promise.all([
    attendeesOf(db, eventUuid),
    heldEvents(db, card.user.user_ide),
    card.event.event_state === 2 ? offeredReplay(db, eventUuid) : undefined,
    card.event.event_state === 2 ? undefined : db.one(recordingChosen, [eventUuid]),
  ]);
  return {
    ...card,
    attendees_users: attendees,
    host_events: held,
    ...(replay && { event_replay: replay }),
    ...(recorded && { event_recorded: true }),
  };
}
