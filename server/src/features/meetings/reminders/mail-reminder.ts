import { requestLinkPath } from '@frontrow/contract/meetings/links.ts';
import { currencyOf } from '@frontrow/core/kernel/money.ts';
import type { MeetingSide, MeetingState } from '@frontrow/core/meetings/meeting-machine.ts';
import { meetingReminderNow } from '@frontrow/core/meetings/meeting-reminders.ts';
import { ticketPrice } from '@frontrow/core/ticketing/ticket-price.ts';
import type { RecordedFact } from '../../../facts/fact-handler.ts';
import { meetingReminderMail } from '../../../mail/meeting-reminder-mail.ts';
import type { MeetingsKit } from '../meetings-kit.ts';

interface Row {
  status: MeetingState;
  starts_at: Date;
  since: Date;
  host_id: number;
  viewer_id: number;
  host: string;
  viewer: string;
  tz: string;
  wants: boolean;
  price_minor: number;
  currency: string;
  min_fee_minor: number;
  fee_bp: number;
  now: Date;
}

/**
 * Mails one of the two a reminder, unless it stopped being true since: paid, cancelled, begun. Whoever declined
 * reminders still hears that a meeting is not paid: the host may cancel it then.
 */
export async function mailReminder(
  { accounts, config, db, mail }: Pick<MeetingsKit, 'accounts' | 'config' | 'db' | 'mail'>,
  side: MeetingSide,
  { dedupeKey, payload: { requestId, kind } }: RecordedFact<'MeetingReminded'>,
): Promise<void> {
  const row = await db.one<Row>(
    `SELECT r.status, r.starts_at, s.since, r.host_id, r.viewer_id, shown_name_of(h) AS host,
       shown_name_of(v) AS viewer,
       u.zone_name AS tz, u.reminders AS wants, e.price_minor, e.currency, e.min_fee_minor, e.fee_bp, app_now() AS now
     FROM private_request r JOIN event e ON e.id = r.id JOIN app_user h ON h.id = r.host_id
       JOIN app_user v ON v.id = r.viewer_id
       JOIN app_user u ON u.id = CASE $2 WHEN 'host' THEN r.host_id ELSE r.viewer_id END
       CROSS JOIN LATERAL (
         SELECT min(at) AS since FROM private_request_step WHERE request_id = r.id AND status = r.status) s
     WHERE r.id = $1`,
    [requestId, side],
  );
  if (!row) return;
  const meeting = { state: row.status, startsAt: row.starts_at.getTime(), since: row.since.getTime() };
  const isUnpaid = row.status === 'accepted';
  if (meetingReminderNow(meeting, row.now.getTime()) !== kind || !(isUnpaid || row.wants)) return;
  const userId = side === 'host' ? row.host_id : row.viewer_id;
  const to = await accounts.addressOf(userId);
  if (!to) return;
  await mail.send(
    meetingReminderMail({
      dedupeKey: `${dedupeKey}:${side}`,
      to,
      kind,
      side,
      other: side === 'host' ? row.viewer : row.host,
      startsAt: meeting.startsAt,
      tz: row.tz,
      price: ticketPrice(row.price_minor, { minFeeMinor: row.min_fee_minor, feeBp: row.fee_bp }),
      currency: currencyOf(row.currency),
      requestUrl: `${config.publicUrl}${requestLinkPath(side, requestId)}`,
      roomUrl: `${config.publicUrl}/streaming/${requestId}`,
      ...(!isUnpaid && accounts.reminderLinks(userId)),
    }),
  );
}
