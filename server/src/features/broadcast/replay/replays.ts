import type { WireChatMessage } from '@frontrow/contract/rooms/api.ts';
import {
  liveSegmentsKeptMs,
  replayAddressMs,
  replayChatMessagesMax,
  replayChatWindowMsMax,
} from '@frontrow/core/broadcast/limits.ts';
import {
  type ReplayAccess,
  requireReplayOwner,
  requireReplayWatcher,
} from '@frontrow/core/broadcast/recording-rules.ts';
import type { Account, Actor } from '@frontrow/core/kernel/actor.ts';
import { hours } from '@frontrow/core/kernel/instant.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { roomForgottenMs } from '@frontrow/core/rooms/limits.ts';
import { isTakenDown } from '@frontrow/core/rooms/room-rules.ts';
import type { Sql } from '../../../db/db.ts';
import { recordFact } from '../../../facts/fact-handler.ts';
import type { Job } from '../../../jobs/runner.ts';
import { noteUnwritten } from '../../../media/unwritten-files.ts';
import { createSigner, type Signer } from '../../../signer.ts';
import type { EventRecord, Events } from '../../events/index.ts';
import { messageColumns, messageOf, type MessageRow } from '../../rooms/index.ts';
import type { BroadcastDeps } from '../broadcast-deps.ts';
import { dropDownload } from './replay-download.ts';

interface WatcherRow {
  is_admin: boolean;
  has_ticket: boolean;
  replay_ticket: string | null;
  is_banned: boolean;
}

/** Why an app admin took the replay of an event down; undefined if it is up. */
export async function takenDownBecause(sql: Sql, eventUuid: string): Promise<string | undefined> {
  const row = await sql.one<{ reason: string | null }>(
    'SELECT replay_taken_down_reason AS reason FROM room WHERE event_id = $1 AND replay_taken_down_at IS NOT NULL',
    [eventUuid],
  );
  return row?.reason ?? undefined;
}

export interface Watching {
  readonly event: EventRecord;
  readonly access: ReplayAccess;
  readonly mode: 'full' | 'preview';
  /** The replay ticket that lets them watch: what is sent is noted on it, because a refund depends on it. */
  readonly replayTicket: string | undefined;
  readonly isAppAdmin: boolean;
}

/**
 * The event whose replay this person (0: someone without an account) may watch now. Checked each time, because a ticket
 * may have been refunded or transferred. Throws `event_not_found` and what core's rule throws.
 */
export async function requireWatcher(
  { db, events }: Pick<BroadcastDeps, 'db' | 'events'>,
  eventUuid: string,
  userId: number,
): Promise<Watching> {
  const event = await events.findPublished(db, eventUuid);
  if (!event) throw refuse('event_not_found');
  const access = await accessOf({ db, events }, eventUuid);
  const person = await db.one<WatcherRow>(
    `SELECT u.app_admin AS is_admin, coalesce(bool_or(t.event_id = $1), false) AS has_ticket,
       (array_agg(t.id) FILTER (WHERE t.event_id <> $1))[1] AS replay_ticket,
       EXISTS (SELECT 1 FROM room_member m WHERE m.event_id = $1 AND m.user_id = u.id
         AND (m.banned_at IS NOT NULL OR m.removed_at IS NOT NULL)) AS is_banned
     FROM app_user u LEFT JOIN ticket t ON t.holder_key = person_holder(u.id) AND t.voided_at IS NULL
       AND t.event_id IN (SELECT e.id FROM event e WHERE e.id = $1 OR e.replay_of = $1)
     WHERE u.id = $2 GROUP BY u.id`,
    [eventUuid, userId],
  );
  const mode = requireReplayWatcher(
    {
      state: event.state,
      takenDown: isTakenDown(event),
      access,
      takenDownBecause: await takenDownBecause(db, eventUuid),
    },
    {
      isHost: event.hostId === userId,
      isAppAdmin: person?.is_admin ?? false,
      hasTicket: person !== undefined && (person.has_ticket || person.replay_ticket !== null),
      isBanned: person?.is_banned ?? false,
    },
  );
  return {
    event,
    access,
    mode,
    replayTicket: person?.replay_ticket ?? undefined,
    isAppAdmin: person?.is_admin ?? false,
  };
}

/** Who may watch, as the host chose; a sale that ended leaves the replay to people with a ticket. */
async function accessOf(
  { db, events }: Pick<BroadcastDeps, 'db' | 'events'>,
  eventUuid: string,
): Promise<ReplayAccess> {
  const row = await db.one<{ access: ReplayAccess }>('SELECT access FROM replay_access WHERE event_id = $1', [
    eventUuid,
  ]);
  if (row?.access !== 'sale') return row?.access ?? 'tickets';
  return (await events.replayOnSale(db, eventUuid)) ? 'sale' : 'tickets';
}

/** The caller as a watcher: a guest's session is good for one event, elsewhere its bearer is a stranger. */
export async function watcherOf({ db }: Pick<BroadcastDeps, 'db'>, actor: Actor, eventUuid: string): Promise<number> {
  if (actor.kind !== 'account') return 0;
  if (actor.guestOf === undefined || actor.guestOf === eventUuid) return actor.id;
  const ofReplay = await db.one('SELECT 1 FROM event WHERE id = $1 AND replay_of = $2', [actor.guestOf, eventUuid]);
  return ofReplay ? actor.id : 0;
}

type AddressDeps = Pick<BroadcastDeps, 'config' | 'clock'>;

export interface WatchQuery {
  readonly viewer?: string;
  readonly until?: string;
  readonly sign?: string;
}

const signerOf = ({ config }: Pick<AddressDeps, 'config'>): Signer => createSigner(config, 'replay');

/** Until when an address that is made now is good. */
export const goodUntil = ({ clock }: Pick<AddressDeps, 'clock'>): number => clock.now() + replayAddressMs;

/** Where a player, which sends no token, finds a part: good for a while, and for this person. */
export function watchAddress(
  deps: AddressDeps,
  { id: part, mime_type: mimeType }: { readonly id: string; readonly mime_type: string },
  viewer: number,
  until: number,
): string {
  return `/recordings/${part}.${mimeType === 'video/webm' ? 'webm' : 'mp4'}${signed(deps, part, viewer, until)}`;
}

/** The same of the video that was made of a whole replay. */
export const downloadAddress = (deps: AddressDeps, id: string, viewer: number, until: number): string =>
  `/recordings/downloads/${id}.mp4${signed(deps, id, viewer, until)}`;

const signed = (deps: AddressDeps, id: string, viewer: number, until: number): string =>
  `?viewer=${viewer}&until=${until}&sign=${signerOf(deps).signature(`${id} ${viewer} ${until}`)}`;

/** Whose address this is; undefined if it is not ours, or too old. */
export function viewerOf(deps: AddressDeps, part: string, { viewer, until, sign }: WatchQuery): number | undefined {
  if (!/^\d{1,15}$/.test(viewer ?? '') || !/^\d{1,15}$/.test(until ?? '') || typeof sign !== 'string') return undefined;
  if (Number(until) <= deps.clock.now()) return undefined;
  const text = `${part} ${Number(viewer)} ${Number(until)}`;
  return signerOf(deps).isOurs(text, sign) ? Number(viewer) : undefined;
}

/** What was written between two moments; neither what was removed nor what people wrote who are blocked. */
export async function readReplayChat(
  deps: BroadcastDeps,
  watcherId: number,
  eventUuid: string,
  { from, to }: { from: number; to: number },
): Promise<WireChatMessage[]> {
  const { mode } = await requireWatcher(deps, eventUuid, watcherId);
  if (mode === 'preview') throw refuse('replay_tickets_only');
  if (to < from || to - from > replayChatWindowMsMax)
    throw refuse('bad_input', { detail: 'Ask for at most five minutes.' });
  const rows = await deps.db.query<MessageRow>(
    `SELECT ${messageColumns} FROM chat_message c JOIN app_user u ON u.id = c.author_id
     WHERE c.event_id = $1 AND c.removed_at IS NULL
       AND NOT replay_cuts(c.event_id) @> (extract(epoch FROM c.at) * 1000)::bigint
       AND c.at >= to_timestamp($2::double precision / 1000) AND c.at < to_timestamp($3::double precision / 1000)
       AND NOT EXISTS (SELECT 1 FROM room_member m WHERE m.event_id = c.event_id AND m.user_id = c.author_id
         AND (m.banned_at IS NOT NULL OR m.removed_at IS NOT NULL))
     ORDER BY c.seq DESC LIMIT $4`,
    [eventUuid, from, to, replayChatMessagesMax],
  );
  return rows.map(messageOf).toReversed();
}

/** Three hours are some 5,400 files. */
const filesAtOnce = 50;

/** The host deletes the replay for good. Audited. Throws `host_only`, `replay_not_yet`, `replay_gone`. */
export async function removeReplay(deps: BroadcastDeps, actor: Account, eventUuid: string): Promise<void> {
  const event = await deps.events.findPublished(deps.db, eventUuid);
  if (!event) throw refuse('event_not_found');
  requireReplayOwner({ isHost: event.hostId === actor.id });
  if (event.state !== 2) throw refuse('replay_not_yet');
  const files = await deps.db.tx(async (tx) => {
    await closeSales(deps.events, tx, eventUuid);
    const dropped = await dropParts(tx, eventUuid);
    if (dropped.length === 0) throw refuse('replay_gone');
    await tx.query('UPDATE room SET replay_removed_at = app_now() WHERE event_id = $1', [eventUuid]);
    await deps.accounts.recordAudit(tx, {
      actorId: actor.id,
      action: 'replay_removed',
      subjectId: actor.id,
      details: { event: event.title, event_uuid: eventUuid },
    });
    return dropped;
  });
  await deleteFiles(deps, files);
}

/**
 * Replay tickets end with the recording; those of the last 14 days are refunded. Comes before the parts are dropped: it
 * locks the event, under which a sale begins, so that no sale begins without a recording.
 */
async function closeSales(events: Pick<Events, 'closeReplays' | 'touch'>, tx: Sql, eventUuid: string): Promise<void> {
  await events.touch(tx, eventUuid);
  await events.closeReplays(tx, eventUuid);
  await recordFact(tx, { topic: 'ReplayRemoved', dedupeKey: `replay_removed:${eventUuid}`, payload: { eventUuid } });
}

interface DroppedParts {
  /** Undefined: of everyone. */
  readonly publisherId?: number;
  /** Only those that were stored for live viewers alone. */
  readonly liveOnly?: boolean;
}

/**
 * Deletes parts of an event's recording and returns their files: no one can watch them once the transaction commits.
 */
async function dropParts(
  tx: Sql,
  eventUuid: string,
  { publisherId, liveOnly = false }: DroppedParts = {},
): Promise<string[]> {
  const which = [eventUuid, publisherId ?? null, liveOnly];
  const gone = await tx.query<{ file_key: string }>(
    `DELETE FROM recording_piece s USING recording_part p
     WHERE p.id = s.part_id AND p.event_id = $1 AND ($2::bigint IS NULL OR p.publisher_id = $2)
       AND NOT ($3 AND p.in_replay)
     RETURNING s.file_key`,
    which,
  );
  await tx.query(
    `DELETE FROM recording_part WHERE event_id = $1 AND ($2::bigint IS NULL OR publisher_id = $2)
       AND NOT ($3 AND in_replay)`,
    which,
  );
  // While the event is live, the current key is about to encrypt the next piece.
  if (publisherId === undefined)
    await tx.query(
      `DELETE FROM segment_key k WHERE k.event_id = $1 AND NOT EXISTS (
         SELECT 1 FROM recording_part p JOIN recording_piece s ON s.part_id = p.id
         WHERE p.event_id = k.event_id AND s.key_number = k.number)`,
      [eventUuid],
    );
  const keys = gone.map((row) => row.file_key);
  await noteUnwritten(tx, keys);
  return liveOnly ? keys : [...keys, ...(await dropDownload(tx, eventUuid))];
}

/** At once; where the storage does not answer, the job that drops unnamed files does it. */
export async function deleteFiles(
  { db, storage, log }: Pick<BroadcastDeps, 'db' | 'storage' | 'log'>,
  keys: readonly string[],
): Promise<void> {
  try {
    for (let at = 0; at < keys.length; at += filesAtOnce) {
      const some = keys.slice(at, at + filesAtOnce);
      await Promise.all(some.map((key) => storage.delete(key)));
      await db.query('DELETE FROM unwritten_file WHERE file_key = ANY ($1)', [some]);
    }
  } catch (error) {
    log.warn({ error: String(error) }, 'files of a replay will be removed later');
  }
}

/** An erased account's replays, which no one is left to delete, and its sound and picture in the replays of others. */
export async function dropReplaysOf(
  kit: Pick<BroadcastDeps, 'db' | 'events' | 'storage' | 'log'>,
  accountId: number,
): Promise<void> {
  const rows = await kit.db.query<{ event_id: string }>(
    `SELECT DISTINCT p.event_id FROM recording_part p JOIN event e ON e.id = p.event_id WHERE e.host_id = $1`,
    [accountId],
  );
  const drop = (eventUuid: string) =>
    kit.db.tx(async (tx) => {
      await closeSales(kit.events, tx, eventUuid);
      return dropParts(tx, eventUuid);
    });
  for (const { event_id: eventUuid } of rows) await deleteFiles(kit, await drop(eventUuid));
  const others = await kit.db.query<{ event_id: string }>(
    'SELECT DISTINCT event_id FROM recording_part WHERE publisher_id = $1',
    [accountId],
  );
  const dropTheirs = (eventUuid: string) =>
    kit.db.tx(async (tx) => {
      await kit.events.touch(tx, eventUuid);
      const files = await dropParts(tx, eventUuid, { publisherId: accountId });
      if (await isSoldWithoutParts(tx, eventUuid)) await closeSales(kit.events, tx, eventUuid);
      return files;
    });
  for (const { event_id: eventUuid } of others) await deleteFiles(kit, await dropTheirs(eventUuid));
}

const isSoldWithoutParts = async (tx: Sql, eventUuid: string): Promise<boolean> =>
  (await tx.one(
    `SELECT 1 FROM event e WHERE e.replay_of = $1 AND e.finished_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM recording_part p WHERE p.event_id = $1 AND p.in_replay) LIMIT 1`,
    [eventUuid],
  )) !== undefined;

const eventsMax = 100;

/**
 * Deletes replays ninety days after the end, as the chat that is shown next to them, and soon after the end what was
 * stored for live viewers alone.
 */
export const purgeReplays = (kit: Pick<BroadcastDeps, 'db' | 'events' | 'storage' | 'log'>): Job => ({
  name: 'forget replays of long ago',
  everyMs: hours(1),
  async run(stopping) {
    // Keys of other services are secrets that nobody needs any more.
    await kit.db.query(
      `DELETE FROM restream_target t USING event e
       WHERE e.id = t.event_id AND e.state = 2 AND e.finished_at < app_now() - $1 * interval '1 ms'`,
      [liveSegmentsKeptMs],
    );
    await kit.db.query(
      `DELETE FROM chat_file f USING room r
       WHERE r.event_id = f.event_id AND r.closed_at < app_now() - $1 * interval '1 ms'`,
      [liveSegmentsKeptMs],
    );
    const ended = await kit.db.query<{ event_id: string; old: boolean }>(
      `SELECT p.event_id, bool_and(r.closed_at < app_now() - $1 * interval '1 ms') AS old
       FROM recording_part p JOIN room r ON r.event_id = p.event_id
       WHERE r.closed_at < app_now() - CASE WHEN p.in_replay THEN $1 ELSE $2 END * interval '1 ms'
       GROUP BY p.event_id LIMIT ${eventsMax}`,
      [roomForgottenMs, liveSegmentsKeptMs],
    );
    for (const { event_id: eventUuid, old } of ended) {
      if (stopping()) return;
      const files = await kit.db.tx(async (tx) => {
        if (old) {
          await kit.events.touch(tx, eventUuid);
          await kit.events.closeReplays(tx, eventUuid);
        }
        return dropParts(tx, eventUuid, { liveOnly: !old });
      });
      await deleteFiles(kit, files);
    }
  },
});
