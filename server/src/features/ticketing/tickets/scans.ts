import { createHash } from 'node:crypto';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import {
  codeHashChars,
  decideScan,
  keptCodesMax,
  scannedAt,
  type ScannedTicket,
  ticketCodeIn,
} from '@frontrow/core/ticketing/check-in.ts';
import type { Db, Sql, Tx } from '../../../db/db.ts';
import { recordFact } from '../../../facts/fact-handler.ts';
import type { EventRecord } from '../../events/index.ts';

type Scanned = AnswerOf<'POST /events/door_list/scan'>['results'][number];

interface Scan {
  readonly scan_uuid: string;
  readonly code: string;
  readonly at: number;
}

interface Row {
  id: string;
  event_id: string;
  host_id: number;
  voided: boolean;
  seat: number;
  name: string;
  title: string;
  checked_in_at: Date | null;
  checked_in_place: string | null;
  checked_in_scan: string | null;
  now: Date;
}

const ticketOf = (row: Row, hostId: number): ScannedTicket => ({
  eventId: row.event_id,
  isOwnEvent: row.host_id === hostId,
  isVoid: row.voided,
  checkedInAt: row.checked_in_at?.getTime(),
  checkedInScan: row.checked_in_scan ?? undefined,
});

/**
 * Checks in what was scanned, each scan in its own transaction: one that fails stops no other. Staff do not learn for
 * which other event of the host a ticket is: it may be a private one.
 */
export async function checkInScans(
  db: Pick<Db, 'tx'>,
  event: Pick<EventRecord, 'id' | 'hostId'>,
  access: 'host' | 'staff',
  { scans, place }: { readonly scans: readonly Scan[]; readonly place: string | undefined },
): Promise<Scanned[]> {
  const results: Scanned[] = [];
  for (const scan of scans) results.push(await db.tx((tx) => checkInScan(tx, event, scan, place)));
  return access === 'host' ? results : results.map((scanned) => ({ ...scanned, event_title: null }));
}

async function checkInScan(
  tx: Tx,
  event: Pick<EventRecord, 'id' | 'hostId'>,
  scan: Scan,
  place: string | undefined,
): Promise<Scanned> {
  const code = ticketCodeIn(scan.code);
  const row =
    code === undefined
      ? undefined
      : await tx.one<Row>(
          `SELECT t.id, t.event_id, e.host_id, t.voided_at IS NOT NULL AS voided, t.seat, shown_name_of(u) AS name, e.title,
             t.checked_in_at, t.checked_in_place, t.checked_in_scan, app_now() AS now
           FROM ticket t JOIN event e ON e.id = t.event_id JOIN app_user u ON u.id = t.holder_id
           WHERE t.code = $1 FOR NO KEY UPDATE OF t`,
          [code],
        );
  const result = decideScan(row && ticketOf(row, event.hostId), { eventId: event.id, scanId: scan.scan_uuid });
  const answer: Scanned = {
    scan_uuid: scan.scan_uuid,
    result,
    ticket: null,
    checked_in: null,
    place: null,
    event_title: null,
  };
  if (!row || result === 'not_valid') return answer;
  if (result === 'other_event') return { ...answer, event_title: row.title };
  const ticket = { ticket_uuid: row.id, ticket_seat: row.seat, name: row.name };
  if (row.checked_in_at !== null)
    return { ...answer, ticket, checked_in: row.checked_in_at.getTime(), place: row.checked_in_place };
  const at = scannedAt(scan.at, row.now.getTime());
  await tx.query('UPDATE ticket SET checked_in_at = $2, checked_in_place = $3, checked_in_scan = $4 WHERE id = $1', [
    row.id,
    new Date(at),
    place ?? null,
    scan.scan_uuid,
  ]);
  await recordFact(tx, {
    topic: 'TicketCheckedIn',
    dedupeKey: `checked_in:${row.id}:${scan.scan_uuid}`,
    payload: { eventUuid: event.id, ticketId: row.id, at },
  });
  return { ...answer, ticket, checked_in: at, place: place ?? null };
}

/** What a phone keeps instead of codes: someone who finds the phone cannot show them as tickets. */
export const codeHash = (eventId: string, code: string): string =>
  createHash('sha256').update(`${eventId}:${code}`).digest('hex').slice(0, codeHashChars);

/** Hashes of the codes of all valid tickets, for a phone that will be offline; none where there are too many. */
export async function hashedCodes(sql: Sql, eventId: string): Promise<string[]> {
  const rows = await sql.query<{ code: string }>(
    'SELECT code FROM ticket WHERE event_id = $1 AND voided_at IS NULL ORDER BY seat LIMIT $2',
    [eventId, keptCodesMax + 1],
  );
  return rows.length > keptCodesMax ? [] : rows.map(({ code }) => codeHash(eventId, code));
}

/** Whether the event's tickets carry a QR code. Passes in wallets follow. */
export async function setTicketQr(sql: Sql, eventId: string, on: boolean): Promise<void> {
  await sql.query('UPDATE event SET ticket_qr = $2 WHERE id = $1 AND ticket_qr <> $2', [eventId, on]);
}

export async function hasTicketQr(sql: Sql, eventId: string): Promise<boolean> {
  const row = await sql.one<{ ticket_qr: boolean }>('SELECT ticket_qr FROM event WHERE id = $1', [eventId]);
  return row?.ticket_qr === true;
}
