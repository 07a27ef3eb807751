import { requestLinkPath } from '@frontrow/contract/meetings/links.ts';
import { currencyOf } from '@frontrow/core/kernel/money.ts';
import { goesBackAfter } from '@frontrow/core/meetings/meeting-end.ts';
import type {
  MeetingPaymentState,
  MeetingSide,
  MeetingState,
  MissedBy,
} from '@frontrow/core/meetings/meeting-machine.ts';
import { payBy } from '@frontrow/core/meetings/request-rules.ts';
import { ticketPrice } from '@frontrow/core/ticketing/ticket-price.ts';
import { feeTermsOf } from './fee-terms-of.ts';
import type { Sql } from '../../../db/db.ts';
import type { RecordedFact } from '../../../facts/fact-handler.ts';
import { organizerOf } from '../../../mail/calendar-file.ts';
import { meetingMail } from '../../../mail/meeting-mail.ts';
import type { MeetingsKit } from '../meetings-kit.ts';

interface Row {
  host_id: number;
  viewer_id: number;
  host: string;
  viewer: string;
  host_tz: string;
  viewer_tz: string;
  by_side: MeetingSide | null;
  status: MeetingState;
  before: MeetingState | null;
  payment_state: MeetingPaymentState;
  missed_by: MissedBy | null;
  starts_at: Date;
  ends_at: Date;
  minutes: number;
  price_minor: number;
  currency: string;
  /** Null before the host accepts: today's terms then. */
  min_fee_minor: number | null;
  fee_bp: number | null;
  accepted_at: Date | null;
  message: string;
  at: Date;
  called_off: boolean;
}

/** Tells both sides of a step, in the words of that step, however late the mail is; each side once. */
export async function mailStep(
  { db, accounts, config, mail }: Pick<MeetingsKit, 'db' | 'accounts' | 'config' | 'mail'>,
  side: MeetingSide,
  { dedupeKey, payload }: RecordedFact<'MeetingChanged'>,
): Promise<void> {
  const { requestId, n } = payload;
  const row = await stepOf(db, requestId, n);
  // What happens to the money alone is told by its own mails.
  if (!row || (row.status === row.before && row.status !== 'modified')) return;
  const to = await accounts.addressOf(side === 'host' ? row.host_id : row.viewer_id);
  if (!to) return;
  const { publicUrl } = config;
  await mail.send(
    meetingMail({
      dedupeKey: `${dedupeKey}:${side}`,
      to,
      requestUuid: requestId,
      step: n,
      steppedAt: row.at.getTime(),
      organizer: organizerOf(config),
      side,
      host: row.host,
      viewer: row.viewer,
      by: row.by_side ?? undefined,
      state: row.status,
      before: row.before ?? undefined,
      missedBy: row.missed_by ?? undefined,
      money: moneyAfter(row),
      startsAt: row.starts_at.getTime(),
      endsAt: row.ends_at.getTime(),
      tz: side === 'host' ? row.host_tz : row.viewer_tz,
      minutes: row.minutes,
      price: ticketPrice(row.price_minor, feeTermsOf(row)),
      currency: currencyOf(row.currency),
      payBy: payBy({
        state: row.status,
        paymentState: row.payment_state,
        startsAt: row.starts_at.getTime(),
        endsAt: row.ends_at.getTime(),
        acceptedAt: row.accepted_at?.getTime(),
        hostCame: false,
      }),
      message: row.message,
      requestUrl: `${publicUrl}${requestLinkPath(side, requestId)}`,
      roomUrl: `${publicUrl}/streaming/${requestId}`,
    }),
  );
}

function moneyAfter({ payment_state, called_off, missed_by }: Row): 'none' | 'goes_back' | 'is_kept' {
  if (payment_state !== 'paid' && payment_state !== 'refunded') return 'none';
  // A meeting that is judged at its end has an event that is over, not cancelled.
  const missed = missed_by !== null && goesBackAfter(missed_by);
  return called_off || missed || payment_state === 'refunded' ? 'goes_back' : 'is_kept';
}

const stepOf = (sql: Sql, requestId: string, n: number): Promise<Row | undefined> =>
  sql.one<Row>(
    `SELECT r.host_id, r.viewer_id, shown_name_of(h) AS host, shown_name_of(v) AS viewer,
       coalesce(e.tz, o.tz, h.zone_name) AS host_tz, v.zone_name AS viewer_tz,
       s.by_side, s.status, b.status AS before, s.payment_state, r.missed_by, s.starts_at,
       coalesce(e.ends_at, s.starts_at + s.minutes * interval '1 minute') AS ends_at, s.minutes, s.price_minor,
       r.currency, e.min_fee_minor, e.fee_bp,
       r.accepted_at, s.message, s.at, e.cancelled_at IS NOT NULL AS called_off
     FROM private_request_step s JOIN private_request r ON r.id = s.request_id
       JOIN app_user h ON h.id = r.host_id JOIN app_user v ON v.id = r.viewer_id
       LEFT JOIN event e ON e.id = r.id
       LEFT JOIN meeting_offer o ON o.host_id = r.host_id
       LEFT JOIN private_request_step b ON b.request_id = s.request_id AND b.n = s.n - 1
     WHERE s.request_id = $1 AND s.n = $2`,
    [requestId, n],
  );
