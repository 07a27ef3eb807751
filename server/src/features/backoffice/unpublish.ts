import { readRefusalReason } from '@frontrow/core/accounts/influencer-request.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { type FactHandler, onFact, type RecordedFact } from '../../facts/fact-handler.ts';
import type { Kit } from '../../kit.ts';
import { hostUnpublishedMail } from '../../mail/event-unpublished-mail.ts';
import type { Accounts } from '../accounts/index.ts';
import type { BackofficeDeps } from './routes.ts';

interface AboutEvent {
  readonly adminId: number;
  readonly eventUuid: string;
  readonly reason: string;
}

type Deps = Pick<BackofficeDeps, 'accounts' | 'db' | 'events'>;

/** Takes an event out of lists and off sale, with a reason that the host reads (docs/decisions/0123). */
export async function unpublishForHost({ accounts, db, events }: Deps, asked: AboutEvent): Promise<void> {
  const reason = readRefusalReason(asked.reason);
  await db.tx(async (tx) => {
    const event = await events.lockPublished(tx, asked.eventUuid);
    if (!event) throw refuse('event_not_found');
    if (event.state === 2) throw refuse(event.cancelledAt === undefined ? 'event_over' : 'event_cancelled');
    if (!(await events.unpublish(tx, asked.eventUuid, { reason, withHost: false }))) throw refuse('event_unpublished');
    await accounts.recordAudit(tx, {
      actorId: asked.adminId,
      action: 'event_unpublished',
      subjectId: event.hostId,
      details: { event: event.title, event_uuid: asked.eventUuid, reason },
    });
  });
}

/** Publishes it again; not while its host is suspended. */
export async function republishForHost({ accounts, db, events }: Deps, asked: AboutEvent): Promise<void> {
  const reason = readRefusalReason(asked.reason);
  await db.tx(async (tx) => {
    const event = await events.lockPublished(tx, asked.eventUuid);
    if (!event) throw refuse('event_not_found');
    const suspended = await tx.one('SELECT 1 FROM app_user WHERE id = $1 AND suspended_at IS NOT NULL FOR SHARE', [
      event.hostId,
    ]);
    if (suspended) throw refuse('event_of_suspended');
    if (!(await events.republish(tx, asked.eventUuid))) throw refuse('event_published');
    await accounts.recordAudit(tx, {
      actorId: asked.adminId,
      action: 'event_republished',
      subjectId: event.hostId,
      details: { event: event.title, event_uuid: asked.eventUuid, reason },
    });
  });
}

interface MailDeps extends Pick<Kit, 'config' | 'db' | 'mail'> {
  readonly accounts: Pick<Accounts, 'addressOf'>;
}

/** Emails hosts what became of their events. A suspended host has the email about the suspension instead. */
export function unpublishFacts(deps: MailDeps): FactHandler[] {
  const mailHost = async (
    wasUnpublished: boolean,
    { payload, dedupeKey }: RecordedFact<'EventUnpublished' | 'EventRepublished'>,
  ): Promise<void> => {
    const row = await deps.db.one<{
      host_id: number;
      title: string;
      starts_at: Date;
      tz: string;
      reason: string | null;
      with_host: boolean;
    }>(
      `SELECT host_id, title, starts_at, tz, unpublished_reason AS reason, unpublished_with_host AS with_host
       FROM event WHERE id = $1 AND private_for IS NULL`,
      [payload.eventUuid],
    );
    // It changed again since; the later fact has its own email.
    if (!row || row.with_host || wasUnpublished !== (row.reason !== null)) return;
    const to = await deps.accounts.addressOf(row.host_id);
    if (!to) return;
    await deps.mail.send(
      hostUnpublishedMail({
        dedupeKey: `${dedupeKey}:host`,
        to,
        title: row.title,
        startsAt: row.starts_at.getTime(),
        tz: row.tz,
        eventUrl: `${deps.config.publicUrl}/event/${payload.eventUuid}`,
        reason: row.reason ?? undefined,
      }),
    );
  };
  return [
    onFact('EventUnpublished', 'mail-host', (fact) => mailHost(true, fact), { queue: 'mail' }),
    onFact('EventRepublished', 'mail-host', (fact) => mailHost(false, fact), { queue: 'mail' }),
  ];
}
