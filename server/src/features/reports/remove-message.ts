import { readRefusalReason } from '@frontrow/core/accounts/influencer-request.ts';
import type { EventTitle } from '@frontrow/core/events/title-in.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { type FactHandler, onFact, recordFact } from '../../facts/fact-handler.ts';
import { removedMail } from '../../mail/removed-mail.ts';
import { messageSeq, type ReportsDeps } from './reports.ts';

interface Removal {
  readonly adminId: number;
  readonly reportId: string;
  readonly reason: string;
}

/**
 * An app admin removes a reported chat message for everyone, at any time: from the room, the replay and the host's
 * files, also where it became a question. Its author reads the reason, and all open reports about it are resolved.
 * Throws `report_not_found` also where the report is about something else, `message_not_found` where it is gone
 * already, `field_required` and `reason_too_long`.
 */
export async function removeReportedMessage(
  { accounts, db, rooms }: ReportsDeps,
  { adminId, reportId, reason }: Removal,
): Promise<void> {
  const why = readRefusalReason(reason);
  const report = await db.one<{ seq: number | null; event_id: string | null; subject_key: string }>(
    `SELECT ${messageSeq} AS seq, r.event_id, r.subject_key FROM report r WHERE r.id = $1`,
    [reportId],
  );
  if (!report || report.seq === null || report.event_id === null) throw refuse('report_not_found');
  const { seq, event_id: eventUuid, subject_key: key } = report;
  await rooms.change(eventUuid, async ({ tx, room, log }) => {
    const message = await tx.one<{ author_id: number; body: string; title: string }>(
      `UPDATE chat_message c SET removed_at = app_now() FROM event e
       WHERE c.event_id = $1 AND c.seq = $2 AND c.removed_at IS NULL AND e.id = c.event_id
       RETURNING c.author_id, c.body, e.title`,
      [eventUuid, seq],
    );
    if (!message) throw refuse('message_not_found');
    // With the message goes its place above the chat or over the picture.
    const counts = seq === room.pinnedSeq || seq === room.announcementSeq;
    // By nobody: the moderators' list shows the words next to who removed them, and app admins are not seen in rooms.
    await log('messageRemoved', { message_seq: seq, ...(counts && { counts }) });
    const asked = await tx.one<{ id: string }>(
      `UPDATE question SET body = '…', state = 'dismissed', pinned = false, answering = false, changed_at = app_now()
       WHERE event_id = $1 AND message_seq = $2 RETURNING id`,
      [eventUuid, seq],
    );
    if (asked) await log('audienceChanged', { question: asked.id, counts: true });
    await tx.query(
      `UPDATE report SET status = 'resolved', decided_at = app_now(), decided_by = $2, decision = $3
       WHERE subject_key = $1 AND status = 'open'`,
      [key, adminId, why],
    );
    await accounts.recordAudit(tx, {
      actorId: adminId,
      action: 'message_removed',
      subjectId: message.author_id,
      details: { event: message.title, event_uuid: eventUuid, text: message.body, reason: why },
    });
    await recordFact(tx, {
      topic: 'MessageRemoved',
      dedupeKey: `message_removed:${eventUuid}:${seq}`,
      payload: { eventUuid, seq, reason: why },
    });
  });
}

/** Emails the author of a removed message what was removed, and why. */
export const emailAuthor = ({ accounts, db, mail }: ReportsDeps): FactHandler =>
  onFact(
    'MessageRemoved',
    'mail-author',
    async ({ dedupeKey, payload: { eventUuid, seq, reason } }) => {
      const row = await db.one<{ author_id: number; body: string; title: EventTitle }>(
        `SELECT c.author_id, c.body, title_of(e) AS title FROM chat_message c JOIN event e ON e.id = c.event_id
         WHERE c.event_id = $1 AND c.seq = $2`,
        [eventUuid, seq],
      );
      const to = row && (await accounts.addressOf(row.author_id));
      if (row && to)
        await mail.send(removedMail({ dedupeKey, to, what: 'message', title: row.title, text: row.body, reason }));
    },
    { queue: 'mail' },
  );
