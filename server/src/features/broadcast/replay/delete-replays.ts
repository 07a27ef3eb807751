import { liveSegmentsKeptMs } from '@frontrow/core/broadcast/limits.ts';
import { requireReplayOwner } from '@frontrow/core/broadcast/recording-rules.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { hours } from '@frontrow/core/kernel/instant.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { roomForgottenMs } from '@frontrow/core/rooms/limits.ts';
import type { Sql } from '../../../db/db.ts';
import { recordFact } from '../../../facts/fact-handler.ts';
import type { Job } from '../../../jobs/runner.ts';
import type { Events } from '../../events/index.ts';
import type { BroadcastDeps } from '../broadcast-deps.ts';
import { dropDownload, noteFilesOf } from './replay-download.ts';

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
  const keys = await noteFilesOf(tx, gone);
  return liveOnly ? keys : [...keys, ...(await dropDownload(tx, eventUuid))];
}

/** Deletes files now. What the storage does not answer for is deleted by the job for unwritten files. */
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
/** Rows that one statement deletes. */
const rowsMax = 5_000;

/** True while there may be more: a room of a day has thousands. */
async function dropChatFiles(db: Sql): Promise<boolean> {
  const dropped = await db.query(
    `DELETE FROM chat_file WHERE ctid IN (
       SELECT f.ctid FROM chat_file f JOIN room r ON r.event_id = f.event_id
       WHERE r.closed_at < app_now() - $1 * interval '1 ms'
       LIMIT ${rowsMax} FOR UPDATE OF f SKIP LOCKED)
     RETURNING 1`,
    [liveSegmentsKeptMs],
  );
  return dropped.length === rowsMax;
}

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
      `DELETE FROM restream_target WHERE ctid IN (
         SELECT t.ctid FROM restream_target t JOIN event e ON e.id = t.event_id
         WHERE e.state = 2 AND e.finished_at < app_now() - $1 * interval '1 ms'
         LIMIT ${rowsMax} FOR UPDATE OF t SKIP LOCKED)`,
      [liveSegmentsKeptMs],
    );
    while (await dropChatFiles(kit.db)) if (stopping()) return;
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
