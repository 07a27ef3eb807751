import { writtenTitle } from '@frontrow/core/events/title-in.ts';
import { readRefusalReason } from '@frontrow/core/accounts/influencer-request.ts';
import { requireModeratable } from '@frontrow/core/broadcast/recording-rules.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Tx } from '../../../db/db.ts';
import { type FactHandler, onFact, type RecordedFact, recordFact } from '../../../facts/fact-handler.ts';
import { writeLimit } from '../../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../../http/routes/route.ts';
import { hostReplayMail } from '../../../mail/event-change-mails.ts';
import type { BroadcastDeps } from '../broadcast-deps.ts';
import { dropDownload } from './replay-download.ts';
import { deleteFiles } from './delete-replays.ts';
import { takenDownBecause } from './replay-access.ts';

interface Moderation {
  readonly adminId: number;
  readonly eventUuid: string;
  readonly reason: string;
}

const steps = {
  'take down': { topic: 'ReplayTakenDown', action: 'replay_taken_down' },
  restore: { topic: 'ReplayRestored', action: 'replay_restored' },
} as const;
type Step = keyof typeof steps;

/**
 * An app admin takes a replay down, with a reason that the host reads, or restores it. A take-down ends its sale as a
 * deletion does, so payments that are under way are refunded, and a restored replay is put on sale by its host
 * (docs/decisions/0155). Audited. Throws `event_not_found` and what core's rule throws.
 */
async function moderateReplay(deps: BroadcastDeps, step: Step, asked: Moderation): Promise<void> {
  const reason = readRefusalReason(asked.reason);
  const { eventUuid } = asked;
  const files = await deps.db.tx(async (tx) => {
    // Hosts choose who watches under the same lock, so no sale begins during a take-down.
    const event = await deps.events.lockPublished(tx, eventUuid);
    if (!event) throw refuse('event_not_found');
    const found = await tx.one('SELECT 1 FROM recording_part WHERE event_id = $1 AND in_replay LIMIT 1', [eventUuid]);
    const because = await takenDownBecause(tx, eventUuid);
    requireModeratable(
      { isOver: event.state === 2, hasRecording: found !== undefined, takenDownBecause: because },
      step,
    );
    await deps.events.touch(tx, eventUuid);
    if (step === 'take down') await takeDown(deps, tx, eventUuid, reason);
    else
      await tx.query(
        'UPDATE room SET replay_taken_down_at = NULL, replay_taken_down_reason = NULL WHERE event_id = $1',
        [eventUuid],
      );
    await recordStep(tx, steps[step].topic, eventUuid);
    await deps.accounts.recordAudit(tx, {
      actorId: asked.adminId,
      action: steps[step].action,
      subjectId: event.hostId,
      details: { event: event.title, event_uuid: eventUuid, reason },
    });
    return step === 'take down' ? dropDownload(tx, eventUuid) : [];
  });
  await deleteFiles(deps, files);
}

async function takeDown({ events }: BroadcastDeps, tx: Tx, eventUuid: string, reason: string): Promise<void> {
  await tx.query(
    'UPDATE room SET replay_taken_down_at = app_now(), replay_taken_down_reason = $2 WHERE event_id = $1',
    [eventUuid, reason],
  );
  await events.closeReplays(tx, eventUuid);
}

/** A replay may be taken down several times: the event's version makes each a separate fact. */
async function recordStep(tx: Tx, topic: 'ReplayTakenDown' | 'ReplayRestored', eventUuid: string): Promise<void> {
  const row = await tx.one<{ version: number }>('SELECT version FROM event WHERE id = $1', [eventUuid]);
  const version = row?.version ?? 0;
  await recordFact(tx, { topic, dedupeKey: `${topic}:${eventUuid}:${version}`, payload: { eventUuid, version } });
}

export const takeDownRoutes = (deps: BroadcastDeps): AnyRoute[] =>
  (
    [
      ['POST /admin/replays/take_down', 'take down'],
      ['POST /admin/replays/restore', 'restore'],
    ] as const
  ).map(([call, step]) =>
    route({
      call,
      who: 'admin',
      limit: writeLimit,
      handle: async ({ actor, body }) => {
        await moderateReplay(deps, step, { adminId: actor.id, eventUuid: body.event_uuid, reason: body.reason });
        return {};
      },
    }),
  );

/** Emails hosts why their replay was taken down, and that it is back. */
export function takeDownFacts(deps: BroadcastDeps): FactHandler[] {
  const mailHost = async (
    wasTakenDown: boolean,
    { payload, dedupeKey }: RecordedFact<'ReplayTakenDown' | 'ReplayRestored'>,
  ): Promise<void> => {
    const { eventUuid } = payload;
    const event = await deps.events.findPublished(deps.db, eventUuid);
    const reason = await takenDownBecause(deps.db, eventUuid);
    // It changed again since; the later fact has its own email.
    if (!event || wasTakenDown !== (reason !== undefined)) return;
    const to = await deps.accounts.addressOf(event.hostId);
    if (!to) return;
    await deps.mail.send(
      hostReplayMail({
        dedupeKey: `${dedupeKey}:host`,
        to,
        title: writtenTitle(event.title),
        startsAt: event.startsAt,
        tz: event.tz,
        eventUrl: `${deps.config.publicUrl}/${wasTakenDown ? 'event' : 'replay'}/${eventUuid}`,
        reason,
      }),
    );
  };
  return [
    onFact('ReplayTakenDown', 'mail-host', (fact) => mailHost(true, fact), { queue: 'mail' }),
    onFact('ReplayRestored', 'mail-host', (fact) => mailHost(false, fact), { queue: 'mail' }),
  ];
}
