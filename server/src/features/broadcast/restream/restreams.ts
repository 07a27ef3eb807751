import type { AnswerOf, BodyOf } from '@frontrow/contract/api.ts';
import {
  requireRestreamPlace,
  restreamProblems,
  type RestreamProblem,
  restreamStateOf,
  restreamTargetsMax,
  restreamUrlCharsMax,
} from '@frontrow/core/broadcast/restream.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { z } from 'zod';
import type { Sql, Tx } from '../../../db/db.ts';
import { readLimit, writeLimit } from '../../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../../http/routes/route.ts';
import { readOutsideAddress } from '../../../outside-url.ts';
import { createSeal, type Seal } from '../../../seal.ts';
import type { BroadcastDeps } from '../broadcast-deps.ts';
import { ownBroadcast } from '../stream-keys.ts';

type Deps = Pick<BroadcastDeps, 'db' | 'events' | 'accounts' | 'config' | 'ids'>;
type WireRestreams = AnswerOf<'GET /events/:uuid/restreams'>;

/** Encrypts the stream keys of other services; `owner` is the target's id. */
export const restreamKeys = ({ config, ids }: Pick<Deps, 'config' | 'ids'>): Seal =>
  createSeal(config, 'restream-key', ids);

/** The session of the encoder that the audience sees, by RTMP. Needs the table `t` (restream_target). */
const sending = `SELECT i.id, t.minutes IS NOT NULL AND app_now() > e.started_at + t.minutes * interval '1 minute' AS over
  FROM room r JOIN event e ON e.id = r.event_id AND e.state = 1 AND r.source = 'encoder'
  JOIN ingest_session i ON i.event_id = r.event_id AND i.ended_at IS NULL AND i.via = 'rtmp'
  WHERE r.event_id = t.event_id`;

interface TargetRow {
  id: string;
  name: string;
  url: string;
  minutes: number | null;
  enabled: boolean;
  state: 'connecting' | 'live' | 'failed' | null;
  problem: RestreamProblem | null;
  is_over: boolean;
  is_sending: boolean;
}

/** Keys are not among what is answered: a key that was entered is never shown again. */
async function listTargets(sql: Sql, eventUuid: string): Promise<WireRestreams> {
  const rows = await sql.query<TargetRow>(
    `SELECT t.id, t.name, t.url, t.minutes, t.enabled, s.id IS NOT NULL AS is_sending, coalesce(s.over, false) AS is_over,
       CASE WHEN t.session_id = s.id THEN t.state END AS state, CASE WHEN t.session_id = s.id THEN t.problem END AS problem
     FROM restream_target t LEFT JOIN LATERAL (${sending}) s ON true
     WHERE t.event_id = $1 ORDER BY t.created_at, t.id`,
    [eventUuid],
  );
  return {
    maximum: restreamTargetsMax,
    targets: rows.map(({ id, is_over: isOver, is_sending: isSending, state: reported, problem, ...row }) => {
      const state = restreamStateOf({ enabled: row.enabled, isOver, isSending, reported });
      return { target_id: id, ...row, state, problem: state === 'failed' ? problem : null };
    }),
  };
}

type RestreamAction = 'restream_added' | 'restream_switched' | 'restream_removed';

/** Changes the targets of an own broadcast, and writes it into the audit log. Throws what `ownBroadcast` throws. */
async function change(
  deps: Deps,
  actor: Account,
  eventUuid: string,
  action: RestreamAction,
  work: (tx: Tx) => Promise<Readonly<Record<string, string | boolean>>>,
): Promise<WireRestreams> {
  const event = await ownBroadcast(deps, actor, eventUuid);
  await deps.db.tx(async (tx) => {
    // Two at once must not pass the maximum together.
    await tx.query('SELECT 1 FROM event WHERE id = $1 FOR NO KEY UPDATE', [eventUuid]);
    const details = { event: event.title, event_uuid: eventUuid, ...(await work(tx)) };
    await deps.accounts.recordAudit(tx, { actorId: actor.id, action, subjectId: actor.id, details });
  });
  return listTargets(deps.db, eventUuid);
}

/** Throws `restream_targets_maximum`, `restream_url_invalid`, `restream_url_private`. */
function addTarget(deps: Deps, actor: Account, body: BodyOf<'POST /events/restreams/add'>): Promise<WireRestreams> {
  const url = readOutsideAddress(body.url, {
    schemes: ['rtmps:', 'rtmp:'],
    loopback: !deps.config.production,
    charsMax: restreamUrlCharsMax,
    refusals: { invalid: 'restream_url_invalid', private: 'restream_url_private' },
  });
  return change(deps, actor, body.event_uuid, 'restream_added', async (tx) => {
    const has = await tx.one<{ count: number }>(
      'SELECT count(*)::int AS count FROM restream_target WHERE event_id = $1',
      [body.event_uuid],
    );
    requireRestreamPlace(has!.count);
    const id = deps.ids.uuid();
    await tx.query(
      'INSERT INTO restream_target (id, event_id, name, url, key_sealed, minutes) VALUES ($1, $2, $3, $4, $5, $6)',
      [id, body.event_uuid, body.name, url, restreamKeys(deps).seal(id, Buffer.from(body.key)), body.minutes],
    );
    return { name: body.name };
  });
}

/** Throws `restream_target_unknown`. */
const switchTarget = (
  deps: Deps,
  actor: Account,
  { event_uuid: eventUuid, target_id: id, enabled }: BodyOf<'POST /events/restreams/switch'>,
): Promise<WireRestreams> =>
  change(deps, actor, eventUuid, 'restream_switched', async (tx) => {
    const row = await tx.one<{ name: string }>(
      'UPDATE restream_target SET enabled = $3 WHERE id = $1 AND event_id = $2 RETURNING name',
      [id, eventUuid, enabled],
    );
    if (!row) throw refuse('restream_target_unknown');
    return { name: row.name, enabled };
  });

/** Throws `restream_target_unknown`. */
const removeTarget = (
  deps: Deps,
  actor: Account,
  { event_uuid: eventUuid, target_id: id }: BodyOf<'POST /events/restreams/remove'>,
): Promise<WireRestreams> =>
  change(deps, actor, eventUuid, 'restream_removed', async (tx) => {
    const row = await tx.one<{ name: string }>(
      'DELETE FROM restream_target WHERE id = $1 AND event_id = $2 RETURNING name',
      [id, eventUuid],
    );
    if (!row) throw refuse('restream_target_unknown');
    return { name: row.name };
  });

/** What our listener says about the targets of a stream. */
export const reportedRestreams = z
  .array(
    z.object({
      id: z.uuid(),
      state: z.enum(['connecting', 'live', 'failed']),
      problem: z.enum(restreamProblems).optional(),
    }),
  )
  .max(restreamTargetsMax);

/** Keeps what the listener reported about the targets of its stream. */
export async function keepReports(
  sql: Sql,
  session: { readonly id: string; readonly eventUuid: string },
  reports: z.infer<typeof reportedRestreams>,
): Promise<void> {
  if (reports.length === 0) return;
  await sql.query(
    `UPDATE restream_target t SET session_id = $2, state = x.state, problem = x.problem
     FROM unnest($3::uuid[], $4::text[], $5::text[]) AS x (id, state, problem)
     WHERE t.id = x.id AND t.event_id = $1
       AND (t.session_id, t.state, t.problem) IS DISTINCT FROM ($2::text, x.state, x.problem)`,
    [
      session.eventUuid,
      session.id,
      reports.map(({ id }) => id),
      reports.map(({ state }) => state),
      reports.map(({ problem }) => problem ?? null),
    ],
  );
}

/** Where our listener copies this stream now. */
export async function restreamOrders(
  deps: Pick<Deps, 'db' | 'config' | 'ids'>,
  session: { readonly id: string; readonly eventUuid: string },
): Promise<{ id: string; url: string; key: string; loopback: boolean }[]> {
  const rows = await deps.db.query<{ id: string; url: string; key_sealed: Buffer }>(
    `SELECT t.id, t.url, t.key_sealed FROM restream_target t JOIN LATERAL (${sending}) s ON s.id = $2 AND NOT s.over
     WHERE t.event_id = $1 AND t.enabled ORDER BY t.created_at, t.id`,
    [session.eventUuid, session.id],
  );
  return rows.map(({ id, url, key_sealed: sealed }) => ({
    id,
    url,
    key: restreamKeys(deps).open(id, sealed).toString(),
    loopback: !deps.config.production,
  }));
}

/** The host's calls about copying a broadcast to other services. */
export const restreamRoutes = (deps: Deps): AnyRoute[] => [
  route({
    call: 'GET /events/:uuid/restreams',
    who: 'account',
    limit: readLimit,
    handle: async ({ actor, params }) => {
      await ownBroadcast(deps, actor, params.uuid);
      return listTargets(deps.db, params.uuid);
    },
  }),
  route({
    call: 'POST /events/restreams/add',
    who: 'account',
    limit: writeLimit,
    handle: ({ actor, body }) => addTarget(deps, actor, body),
  }),
  route({
    call: 'POST /events/restreams/switch',
    who: 'account',
    limit: writeLimit,
    handle: ({ actor, body }) => switchTarget(deps, actor, body),
  }),
  route({
    call: 'POST /events/restreams/remove',
    who: 'account',
    limit: writeLimit,
    handle: ({ actor, body }) => removeTarget(deps, actor, body),
  }),
];
