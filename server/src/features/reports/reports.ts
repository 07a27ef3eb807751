import { titleToWire } from '@frontrow/contract/events/event-title.ts';
import type { EventTitle } from '@frontrow/core/events/title-in.ts';
import type { WireAdminReport, WireReport } from '@frontrow/contract/reports/api.ts';
import type { WireCurrentState } from '@frontrow/contract/rooms/api.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { days } from '@frontrow/core/kernel/instant.ts';
import { seenText } from '@frontrow/core/kernel/text.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { needsNote, reportNoteCharsMax, reportReasons, reportsPerDayMax } from '@frontrow/core/reports/reports.ts';
import type { Sql } from '../../db/db.ts';
import { pageOf } from '../../db/cursors.ts';
import { recordFact } from '../../facts/fact-handler.ts';
import type { Kit } from '../../kit.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Events } from '../events/index.ts';
import type { Rooms } from '../rooms/index.ts';

export interface ReportsDeps extends Pick<Kit, 'config' | 'db' | 'ids' | 'mail'> {
  readonly accounts: Pick<Accounts, 'addressOf' | 'adminAddresses' | 'consumeAttempt' | 'recordAudit'>;
  readonly events: Pick<Events, 'find'>;
  readonly rooms: Pick<Rooms, 'change' | 'snapshotFor' | 'knows'>;
}

/** What a report is about, as it was when it was reported. */
interface Subject {
  readonly key: string;
  readonly personId: number;
  readonly eventId: string | null;
  readonly reviewId: number | null;
  readonly quote: string;
}

const perDay = { scope: 'report', max: reportsPerDayMax, windowMs: days(1) } as const;

/**
 * Reports something to the app admins. The same person reports a thing once while the report is open; again it answers
 * the same. Refuses what the reporter cannot see, and what the reporter wrote.
 */
export async function fileReport(deps: ReportsDeps, reporter: Account, typed: WireReport): Promise<void> {
  const { accounts, db, ids } = deps;
  const note = readNote(typed.note ?? '', 'note');
  if (note === '' && needsNote(typed.reason)) throw refuse('report_note_required', {}, { field: 'note' });
  const subject = await subjectOf(deps, reporter, typed);
  if (subject.personId === reporter.id) throw refuse('report_own');
  if (await isOpen(db, subject.key, reporter.id)) return;
  await accounts.consumeAttempt(db, perDay, String(reporter.id)).catch((error: unknown) => {
    throw (error as { code?: string }).code === 'too_many_requests'
      ? refuse('report_limit', { maximum: reportsPerDayMax })
      : error;
  });
  await db.tx(async (tx) => {
    const id = ids.uuid();
    const filed = await tx.one(
      `INSERT INTO report (id, kind, subject_key, subject_id, event_id, review_ide, quote, reporter_id, reason, note)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING RETURNING id`,
      [
        id,
        typed.kind,
        subject.key,
        subject.personId,
        subject.eventId,
        subject.reviewId,
        subject.quote,
        reporter.id,
        typed.reason,
        note,
      ],
    );
    if (filed) await recordFact(tx, { topic: 'ReportFiled', dedupeKey: `report:${id}`, payload: { reportId: id } });
  });
}

interface RoomReport {
  readonly event_uuid: string;
  readonly username?: string | undefined;
  readonly message_id?: number | undefined;
  readonly reason: string;
  readonly note?: string | undefined;
}

/**
 * Reports a message, a person, or the whole event, from its room. Returns the room. Throws what reading the room and
 * `fileReport` throw, and `target_not_in_room`.
 */
export async function reportFromRoom(
  deps: ReportsDeps,
  reporter: Account,
  { event_uuid: eventUuid, username, message_id: messageSeq, reason, note = '' }: RoomReport,
): Promise<{ current_state: WireCurrentState }> {
  const { current_state } = await deps.rooms.snapshotFor(reporter, eventUuid);
  const known = reportReasons.find((one) => one === reason);
  const said = known ? { reason: known, note } : { reason: 'other' as const, note: `${reason}\n${note}` };
  if (messageSeq !== undefined)
    await fileReport(deps, reporter, { kind: 'message', event_uuid: eventUuid, message_seq: messageSeq, ...said });
  else if (username === undefined) await fileReport(deps, reporter, { kind: 'event', event_uuid: eventUuid, ...said });
  else if (await deps.rooms.knows(eventUuid, username))
    await fileReport(deps, reporter, { kind: 'person', username, event_uuid: eventUuid, ...said });
  else throw refuse('target_not_in_room');
  return { current_state };
}

const isOpen = async (sql: Sql, key: string, reporterId: number): Promise<boolean> =>
  (await sql.one("SELECT 1 FROM report WHERE subject_key = $1 AND reporter_id = $2 AND status = 'open'", [
    key,
    reporterId,
  ])) !== undefined;

function readNote(typed: string, field: string): string {
  const note = seenText(typed);
  if ([...note].length > reportNoteCharsMax)
    throw refuse('reason_too_long', { maximum: reportNoteCharsMax }, { field });
  return note;
}

async function subjectOf(deps: ReportsDeps, reporter: Account, typed: WireReport): Promise<Subject> {
  const { db } = deps;
  if (typed.kind === 'event') {
    const event = await seenEvent(deps, reporter, typed.event_uuid);
    return { key: `event:${event.id}`, personId: event.hostId, eventId: event.id, reviewId: null, quote: event.title };
  }
  if (typed.kind === 'person') {
    const person = await db.one<{ id: number }>('SELECT id FROM app_user WHERE username = $1 AND erased_at IS NULL', [
      typed.username.replace(/^@/, ''),
    ]);
    if (!person) throw refuse('user_not_found');
    const event = typed.event_uuid === undefined ? undefined : await seenEvent(deps, reporter, typed.event_uuid);
    return { key: `person:${person.id}`, personId: person.id, eventId: event?.id ?? null, reviewId: null, quote: '' };
  }
  if (typed.kind === 'review') {
    const review = await db.one<{ id: number; author_id: number; event_id: string; body: string }>(
      'SELECT id, author_id, event_id, body FROM review WHERE id = $1 AND removed_at IS NULL',
      [typed.review_ide],
    );
    if (!review) throw refuse('report_subject_gone');
    await seenEvent(deps, reporter, review.event_id);
    return {
      key: `review:${review.id}`,
      personId: review.author_id,
      eventId: review.event_id,
      reviewId: review.id,
      quote: review.body,
    };
  }
  const event = await seenEvent(deps, reporter, typed.event_uuid);
  const message = await db.one<{ author_id: number; body: string }>(
    `SELECT c.author_id, c.body FROM chat_message c
     WHERE c.event_id = $1 AND c.seq = $2 AND c.removed_at IS NULL
       AND ($3 OR EXISTS (SELECT 1 FROM room_member m
                          WHERE m.event_id = c.event_id AND m.user_id = $4 AND m.joined_at IS NOT NULL))`,
    [event.id, typed.message_seq, event.hostId === reporter.id || reporter.isAdmin, reporter.id],
  );
  if (!message) throw refuse('report_subject_gone');
  return {
    key: `message:${event.id}:${typed.message_seq}`,
    personId: message.author_id,
    eventId: event.id,
    reviewId: null,
    quote: message.body,
  };
}

/** A private meeting does not exist for anyone but its two people; a guest's session knows its one event. */
async function seenEvent({ db, events }: ReportsDeps, reporter: Account, eventUuid: string) {
  const event = await events.find(db, eventUuid);
  const isSeen =
    event &&
    (!event.meeting || [event.hostId, event.meeting.viewerId].includes(reporter.id)) &&
    (reporter.guestOf === undefined || reporter.guestOf === eventUuid);
  if (!isSeen) throw refuse('event_not_found');
  return event;
}

const pageRows = 50;

/** The number of a reported message in its room's log; `r` is the report. */
export const messageSeq = `CASE WHEN r.kind = 'message' THEN split_part(r.subject_key, ':', 3)::bigint END`;

interface Row {
  id: string;
  micros: string;
  kind: WireAdminReport['report_kind'];
  status: WireAdminReport['report_state'];
  reason: WireAdminReport['report_reason'];
  note: string;
  created_ms: number;
  decided_ms: number | null;
  decision: string | null;
  open_count: number;
  reporter: string;
  subject_id: number;
  subject: string;
  event_id: string | null;
  title: EventTitle | null;
  review_ide: number | null;
  quote: string;
  review_shown: boolean;
  message_shown: boolean;
}

/** Reports, newest first. */
export async function listReports(
  sql: Sql,
  query: {
    state?: string | undefined;
    kind?: string | undefined;
    user_ide?: number | undefined;
    event_uuid?: string | undefined;
    cursor?: string | undefined;
  },
): Promise<{ reports: WireAdminReport[]; next_cursor: string | null }> {
  const [micros = '99999999999999999', id = 'ffffffff-ffff-ffff-ffff-ffffffffffff'] = query.cursor?.split('_') ?? [];
  const rows = await sql.query<Row>(
    `SELECT r.id, (extract(epoch FROM r.created_at) * 1000000)::bigint::text AS micros, r.kind, r.status, r.reason,
       r.note, (extract(epoch FROM r.created_at) * 1000)::bigint AS created_ms,
       (extract(epoch FROM r.decided_at) * 1000)::bigint AS decided_ms, r.decision,
       (SELECT count(*)::int FROM report o WHERE o.subject_key = r.subject_key AND o.status = 'open') AS open_count,
       f.username AS reporter, r.subject_id, s.username AS subject, r.event_id, title_of(e) AS title, r.review_ide, r.quote,
       EXISTS (SELECT 1 FROM review v WHERE v.id = r.review_ide AND v.removed_at IS NULL) AS review_shown,
       EXISTS (SELECT 1 FROM chat_message c WHERE c.event_id = r.event_id AND c.seq = ${messageSeq}
         AND c.removed_at IS NULL) AS message_shown
     FROM report r JOIN app_user f ON f.id = r.reporter_id JOIN app_user s ON s.id = r.subject_id
       LEFT JOIN event e ON e.id = r.event_id
     WHERE (r.created_at, r.id) < ('epoch'::timestamptz + $1::bigint * interval '1 microsecond', $2::uuid)
       AND ($3::report_status IS NULL OR r.status = $3) AND ($4::text IS NULL OR r.kind = $4)
       AND ($6::bigint IS NULL OR r.subject_id = $6) AND ($7::text IS NULL OR r.subject_key = 'event:' || $7)
     ORDER BY r.created_at DESC, r.id DESC LIMIT $5`,
    [
      micros,
      id,
      query.state ?? null,
      query.kind ?? null,
      pageRows + 1,
      query.user_ide ?? null,
      query.event_uuid ?? null,
    ],
  );
  const { page, lastBefore: last } = pageOf(rows, pageRows);
  return { reports: page.map(viewOf), next_cursor: last ? `${last.micros}_${last.id}` : null };
}

const viewOf = (row: Row): WireAdminReport => ({
  report_uuid: row.id,
  report_kind: row.kind,
  report_state: row.status,
  report_reason: row.reason,
  report_note: row.note,
  report_created: row.created_ms,
  report_decided: row.decided_ms,
  report_decision: row.decision,
  reports_open: row.open_count,
  reporter_username: row.reporter,
  subject_ide: row.subject_id,
  subject_username: row.subject,
  event_uuid: row.event_id,
  event_title: null,
  ...(row.title && titleToWire(row.title)),
  review_ide: row.review_ide,
  quote: row.quote,
  review_shown: row.review_shown,
  message_shown: row.message_shown,
});

interface Decision {
  readonly adminId: number;
  readonly reportId: string;
  readonly decision: 'resolved' | 'dismissed';
  readonly note: string;
}

/** Decides a report and all open ones about the same thing. Refuses `report_not_found` and `report_decided`. */
export async function decideReport({ accounts, db }: ReportsDeps, asked: Decision): Promise<void> {
  const note = readNote(asked.note, 'note');
  await db.tx(async (tx) => {
    const report = await tx.one<{ kind: string; subject_key: string; subject_id: number; quote: string }>(
      'SELECT kind, subject_key, subject_id, quote FROM report WHERE id = $1',
      [asked.reportId],
    );
    if (!report) throw refuse('report_not_found');
    const decided = await tx.query<{ id: string }>(
      `UPDATE report SET status = $2, decided_at = app_now(), decided_by = $3, decision = $4
       WHERE subject_key = $1 AND status = 'open' RETURNING id`,
      [report.subject_key, asked.decision, asked.adminId, note],
    );
    if (!decided.some(({ id }) => id === asked.reportId)) throw refuse('report_decided');
    await accounts.recordAudit(tx, {
      actorId: asked.adminId,
      action: asked.decision === 'resolved' ? 'report_resolved' : 'report_dismissed',
      subjectId: report.subject_id,
      details: { kind: report.kind, reports: String(decided.length), reason: note, text: report.quote },
    });
  });
}
