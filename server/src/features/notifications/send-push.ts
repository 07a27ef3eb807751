import { eventOrRequestPath } from '@frontrow/contract/meetings/links.ts';
import type { EventTitle } from '@frontrow/core/events/title-in.ts';
import { type Language, sourceLanguage } from '@frontrow/core/kernel/language.ts';
import { type Instant, minutes } from '@frontrow/core/kernel/instant.ts';
import { type PushKind, pushValidMs, stillPushes } from '@frontrow/core/notifications/push.ts';
import webpush from 'web-push';
import type { Sql } from '../../db/db.ts';
import type { RecordedFact } from '../../facts/fact-handler.ts';
import type { Kit } from '../../kit.ts';
import { say, sayTitle, writeIn } from '../../i18n/say.ts';
import { DeliveryError } from '../../ports/delivery-error.ts';
import { encoderIsLost } from './queue-pushes.ts';
import { vapidKeys } from './subscriptions.ts';

interface PushRow {
  endpoint: string;
  p256dh: string;
  auth: string;
  is_off: boolean;
  language: Language | null;
  event_id: string;
  title: EventTitle;
  kind: 0 | 1;
  state: 0 | 1 | 2;
  cancelled: boolean;
  starts_at: Date;
  holds_ticket: boolean;
  has_offer: boolean;
  hand_is_up: boolean;
  is_full: boolean;
  encoder_is_lost: boolean;
  now: Date;
}

/** What a browser shows. No join link or code is in it: notifications appear on locked screens. */
interface PushMessage {
  readonly title: string;
  readonly body: string;
  readonly url: string;
  /** A later notification of the same event and kind replaces this one. */
  readonly tag: string;
}

/** The push service knows the browser no longer, or does not know our key. */
const endedStatuses = new Set([401, 403, 404, 410]);
const refusedStatuses = new Set([400, 413]);

/**
 * Sends one notification to one browser, unless it stopped being true, was turned off, or the browser was logged out,
 * which deletes its subscription. The body is encrypted for the browser (RFC 8291); the push service sees when and to
 * whom. A subscription that has ended is deleted; a service that is down is retried while the notification is worth
 * showing.
 */
export async function sendPush(
  deps: Pick<Kit, 'config' | 'db' | 'webhooks'>,
  { payload: { subscriptionId, kind, until }, payload }: RecordedFact<'PushDue'>,
): Promise<void> {
  const { config, db, webhooks } = deps;
  const row = await readPush(db, subscriptionId, payload.eventUuid, kind);
  if (!row) return;
  const now = row.now.getTime();
  if (row.is_off || now >= until || !stillPushes(kind, eventOf(row), now)) return;
  const request = webpush.generateRequestDetails(
    { endpoint: row.endpoint, keys: { p256dh: row.p256dh, auth: row.auth } },
    JSON.stringify(writeIn(row.language ?? sourceLanguage, () => messageOf(kind, row, now))),
    {
      vapidDetails: { subject: contactOf(config), ...vapidKeys(config) },
      TTL: Math.ceil(Math.min(until - now, pushValidMs[kind]) / 1000),
      urgency: 'high',
      topic: topicOf(kind, row.event_id),
    },
  );
  const outcome = await webhooks.send({
    url: row.endpoint,
    headers: request.headers,
    body: request.body ?? '',
  });
  if ('error' in outcome) throw new Error(outcome.error);
  const { status } = outcome;
  if (status >= 200 && status < 300) return;
  if (endedStatuses.has(status)) return forget(db, subscriptionId);
  throw new DeliveryError(`the push service answered ${status}`, refusedStatuses.has(status) ? { retry: 'never' } : {});
}

/** At most 32 characters: while a browser is offline, the service keeps only the last of a topic. */
const topicOf = (kind: PushKind, eventUuid: string): string =>
  `${kind.replaceAll('_', '')}${eventUuid.replaceAll('-', '')}`.slice(0, 32);

/** Whom a push service can write to. It takes no plain http address. */
const contactOf = ({ mailFrom, publicUrl }: Kit['config']): string =>
  publicUrl.startsWith('https:') ? publicUrl : `mailto:${/<([^<>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom}`;

const forget = async (sql: Sql, subscriptionId: string): Promise<void> => {
  await sql.query('DELETE FROM push_subscription WHERE id = $1', [subscriptionId]);
};

const readPush = (sql: Sql, subscriptionId: string, eventUuid: string, kind: PushKind): Promise<PushRow | undefined> =>
  sql.one<PushRow>(
    `SELECT s.endpoint, s.p256dh, s.auth, $3 = ANY (u.push_off) AS is_off, u.language,
       e.id AS event_id, title_of(e) AS title, e.kind, e.state, e.cancelled_at IS NOT NULL AS cancelled, e.starts_at,
       EXISTS (SELECT 1 FROM ticket t WHERE t.event_id = e.id AND t.holder_id = u.id AND t.voided_at IS NULL)
         AS holds_ticket,
       EXISTS (SELECT 1 FROM orders o WHERE o.event_id = e.id AND o.buyer_id = u.id AND o.status = 'pending'
         AND o.hold_expires_at > app_now()) AS has_offer,
       EXISTS (SELECT 1 FROM room_member m WHERE m.event_id = e.id AND m.user_id = u.id
         AND m.hand_raised_at IS NOT NULL) AS hand_is_up,
       e.sold >= e.capacity AS is_full, ${encoderIsLost('0')} AS encoder_is_lost, app_now() AS now
     FROM push_subscription s JOIN app_user u ON u.id = s.user_id, event e
     WHERE s.id = $1 AND e.id = $2`,
    [subscriptionId, eventUuid, kind],
  );

const eventOf = (row: PushRow) => ({
  state: row.state,
  cancelled: row.cancelled,
  startsAt: row.starts_at.getTime(),
  holdsTicket: row.holds_ticket,
  hasOffer: row.has_offer,
  handIsUp: row.hand_is_up,
  isFull: row.is_full,
  encoderIsLost: row.encoder_is_lost,
});

function startsIn(ms: number): string {
  const left = Math.max(1, Math.round(ms / minutes(1)));
  return left === 1 ? say`Starts in 1 minute.` : say`Starts in ${left} minutes.`;
}

function messageOf(kind: PushKind, row: PushRow, now: Instant): PushMessage {
  const words: Readonly<Record<PushKind, string>> = {
    starts_soon: startsIn(row.starts_at.getTime() - now),
    live_now: row.title.made === 'meeting' ? say`Your meeting has started. Tap to join.` : say`Live now. Tap to watch.`,
    you_are_next: say`You’re next on stage. Get ready.`,
    seat_opened: say`Your seat opened up. We’re holding it for 15 minutes.`,
    sold_out: say`Sold out. Every seat is taken.`,
    encoder_lost: say`We’ve lost your encoder. Viewers see a still picture.`,
  };
  const url =
    kind === 'encoder_lost' ? `/broadcast/${row.event_id}` : eventOrRequestPath('viewer', row.event_id, row.title);
  return { title: sayTitle(row.title), body: words[kind], url, tag: `${kind}:${row.event_id}` };
}
