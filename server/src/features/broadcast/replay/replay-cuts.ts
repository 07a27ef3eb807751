import type { WireRecordedEvent } from '@frontrow/contract/broadcast/api.ts';
import { isCutFinal, requireCut, requireUndo } from '@frontrow/core/broadcast/replay-cut.ts';
import type { Span } from '@frontrow/core/broadcast/replay-sale.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql, Tx } from '../../../db/db.ts';
import type { EventRecord } from '../../events/index.ts';
import type { BroadcastDeps } from '../broadcast-deps.ts';
import { dropDownload } from './replay-download.ts';
import { spansOf } from './replay-offer.ts';
import { deleteFiles } from './delete-replays.ts';
import { takenDownBecause } from './replay-access.ts';

interface Cut extends Span {
  readonly id: string;
  readonly cutAt: number;
  /** When the host last chose who may watch. */
  readonly publishedAt: number | undefined;
}

/** What is cut out of a replay now. */
async function cutsOf(sql: Sql, eventUuid: string): Promise<Cut[]> {
  const rows = await sql.query<{ id: string; from: number; to: number; cut_at: Date; chosen_at: Date | null }>(
    `SELECT c.id, lower(c.during) AS "from", upper(c.during) AS "to", c.cut_at, a.chosen_at
     FROM replay_cut c LEFT JOIN replay_access a ON a.event_id = c.event_id
     WHERE c.event_id = $1 AND c.undone_at IS NULL ORDER BY c.during, c.id`,
    [eventUuid],
  );
  return rows.map(({ id, from, to, cut_at: cutAt, chosen_at: publishedAt }) => ({
    id,
    from,
    to,
    cutAt: cutAt.getTime(),
    publishedAt: publishedAt?.getTime(),
  }));
}

/** As its host sees them. */
export const cutsView = async (sql: Sql, eventUuid: string): Promise<WireRecordedEvent['cuts']> =>
  (await cutsOf(sql, eventUuid)).map(({ id, from, to, cutAt, publishedAt }) => ({
    cut_uuid: id,
    from,
    to,
    undoable: !isCutFinal(cutAt, publishedAt),
  }));

/** The stretches that a replay skips, in order. */
export async function skipsOf(sql: Sql, eventUuid: string): Promise<Span[]> {
  return sql.query<Span>(
    'SELECT lower(span) AS "from", upper(span) AS "to" FROM unnest(replay_cuts($1)) AS span ORDER BY 1',
    [eventUuid],
  );
}

/** Cuts a stretch out of the replay. Audited. Throws `event_not_found` and what core's rule throws. */
export const cutReplay = (deps: BroadcastDeps, actor: Account, eventUuid: string, stretch: Span): Promise<void> =>
  changeCuts(deps, actor, eventUuid, 'replay_cut', async (tx, event) => {
    const question = {
      isHost: event.hostId === actor.id,
      isOver: event.state === 2,
      isCancelled: event.cancelledAt !== undefined,
      spans: await spansOf(tx, eventUuid),
      cuts: (await cutsOf(tx, eventUuid)).length,
      takenDownBecause: await takenDownBecause(tx, eventUuid),
    };
    requireCut(question, stretch);
    await tx.query('INSERT INTO replay_cut (id, event_id, during) VALUES ($1, $2, int8range($3, $4))', [
      deps.ids.uuid(),
      eventUuid,
      stretch.from,
      stretch.to,
    ]);
    return stretch;
  });

/** Undoes a cut. Audited. Throws `event_not_found` and what core's rule throws. */
export const undoCut = (deps: BroadcastDeps, actor: Account, eventUuid: string, cutId: string): Promise<void> =>
  changeCuts(deps, actor, eventUuid, 'replay_cut_undone', async (tx, event) => {
    const found = (await cutsOf(tx, eventUuid)).find(({ id }) => id === cutId);
    const question = { isHost: event.hostId === actor.id, takenDownBecause: await takenDownBecause(tx, eventUuid) };
    const cut = requireUndo(question, found);
    await tx.query('UPDATE replay_cut SET undone_at = app_now() WHERE id = $1 AND undone_at IS NULL', [cutId]);
    return cut;
  });

async function changeCuts(
  deps: BroadcastDeps,
  actor: Account,
  eventUuid: string,
  action: 'replay_cut' | 'replay_cut_undone',
  change: (tx: Tx, event: EventRecord) => Promise<Span>,
): Promise<void> {
  const { accounts, db, events } = deps;
  const files = await db.tx(async (tx) => {
    const event = await events.lockPublished(tx, eventUuid);
    if (!event) throw refuse('event_not_found');
    const { from, to } = await change(tx, event);
    await accounts.recordAudit(tx, {
      actorId: actor.id,
      action,
      subjectId: actor.id,
      details: {
        event: event.title,
        event_uuid: eventUuid,
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
      },
    });
    return dropDownload(tx, eventUuid);
  });
  await deleteFiles(deps, files);
}
