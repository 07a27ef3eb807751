import type { WireChatMessage } from '@frontrow/contract/rooms/api.ts';
import { replayAddressMs, replayChatMessagesMax, replayChatWindowMsMax } from '@frontrow/core/broadcast/limits.ts';
import { type ReplayAccess, requireReplayWatcher } from '@frontrow/core/broadcast/recording-rules.ts';
import type { Actor } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { isTakenDown } from '@frontrow/core/rooms/room-rules.ts';
import type { Sql } from '../../../db/db.ts';
import { createSigner, type Signer } from '../../../signer.ts';
import type { EventRecord } from '../../events/index.ts';
import { messageColumns, messageOf, type MessageRow } from '../../rooms/index.ts';
import type { BroadcastDeps } from '../broadcast-deps.ts';

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
