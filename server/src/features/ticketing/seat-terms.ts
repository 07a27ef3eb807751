import { kindCode, type KindCode } from '@frontrow/core/events/live-event-machine.ts';
import { type Instant, seconds } from '@frontrow/core/kernel/instant.ts';
import type { Minor } from '@frontrow/core/kernel/money.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { seatQueueMax } from '@frontrow/core/ticketing/limits.ts';
import { LRUCache } from 'lru-cache';
import { batchedReads, createBatcher } from '../../db/batcher.ts';
import type { Db } from '../../db/db.ts';
import type { Kit } from '../../kit.ts';
import type { Events, ReplayOnSale } from '../events/index.ts';

/** The buyer. A guest is an account row too (docs/decisions/0005). */
export interface Buyer {
  readonly accountId: number;
  /** Normalized email address of a guest, otherwise undefined. */
  readonly guestEmail: string | undefined;
  /** Hash of the secret of a guest's browser; undefined for a caller with a session. */
  readonly guestKey: string | undefined;
  /** Network address that holds are counted by; undefined on loopback outside production. */
  readonly address: string | undefined;
  /** The origin the browser sees, to which challenge and approval pages return. */
  readonly origin: string;
}

/** What a ticket of an event is and costs, as last read. The stored functions compare it with the locked row. */
export interface SeatTerms {
  readonly title: string;
  readonly kind: KindCode;
  readonly priceMinor: Minor;
  readonly currency: string;
  readonly minFeeMinor: Minor;
  readonly feeBp: number;
  /** A private meeting, which only its own call sells. */
  readonly isMeeting: boolean;
  /** Its tickets carry a QR code. */
  readonly hasQr: boolean;
  /** When sales open, to people from the waiting page; undefined: with the publication. */
  readonly salesOpenAt: Instant | undefined;
  /** Of a replay: the event that was recorded. */
  readonly replayOf: string | undefined;
  /** Those that have not ended; a stored function decides whether one may be used now. */
  readonly promoCodes: readonly PromoTerms[];
}

export interface PromoTerms {
  readonly id: number;
  readonly code: string;
  readonly percent: number;
}

export interface SeatTermsCache {
  /** Refuses `event_not_found`. */
  of(eventId: string): Promise<SeatTerms>;
  /** The locked row differed: read it again next time. */
  forget(eventId: string): void;
}

interface TermsRow {
  title: string;
  kind: KindCode;
  price_minor: number;
  currency: string;
  min_fee_minor: number;
  fee_bp: number;
  is_meeting: boolean;
  has_qr: boolean;
  sales_open_at: Date | null;
  replay_of: string | null;
  promo_codes: PromoTerms[];
}

const keptMs = seconds(5);
const keptMax = 2_000;

/** Reads the terms of an event once in 5 s, however many buyers ask for them. */
export function createSeatTerms({ db, clock }: Pick<Kit, 'db' | 'clock'>): SeatTermsCache {
  const kept = new LRUCache<string, { until: number; terms: Promise<SeatTerms> }>({ max: keptMax });

  const read = async (eventId: string): Promise<SeatTerms> => {
    const row = await db.one<TermsRow>(
      `SELECT title, kind, price_minor, currency, min_fee_minor, fee_bp, private_for IS NOT NULL AS is_meeting, replay_of, ticket_qr AS has_qr,
         sales_open_at, coalesce((
         SELECT json_agg(json_build_object('id', c.id, 'code', c.code, 'percent', c.percent)) FROM promo_code c
         WHERE c.event_id = e.id AND c.ended_at IS NULL), '[]') AS promo_codes
       FROM event e WHERE id = $1`,
      [eventId],
    );
    if (!row) throw refuse('event_not_found');
    return {
      title: row.title,
      kind: row.kind,
      priceMinor: row.price_minor,
      currency: row.currency,
      minFeeMinor: row.min_fee_minor,
      feeBp: row.fee_bp,
      isMeeting: row.is_meeting,
      hasQr: row.has_qr,
      salesOpenAt: row.sales_open_at?.getTime(),
      replayOf: row.replay_of ?? undefined,
      promoCodes: row.promo_codes,
    };
  };

  return {
    of(eventId) {
      const now = clock.now();
      const known = kept.get(eventId);
      if (known && known.until > now) return known.terms;
      const terms = read(eventId);
      kept.set(eventId, { until: now + keptMs, terms });
      terms.catch(() => kept.delete(eventId));
      return terms;
    },
    forget: (eventId) => kept.delete(eventId),
  };
}

/** Which seat is requested. */
export interface SeatChoice {
  readonly eventId: string;
  readonly kind: KindCode;
  readonly promoCode: string | undefined;
  /** Requested through the call of private meetings; false if left out. */
  readonly meeting?: boolean | undefined;
  /** Of a replay ticket: the event that was recorded; `eventId` is the replay's own event. */
  readonly replayOf?: string | undefined;
  /** For a buyer who proved to hold what the event requires. */
  readonly claim?: TokenClaim | undefined;
}

/** What a ticket for token holders is claimed with. */
export interface TokenClaim {
  /** Identifies the wallet for this event and nowhere else. */
  readonly walletHash: Buffer;
  /** How the wallet proved itself. */
  readonly gate: string;
  /** The collection or coin that qualified it, in the host's words. */
  readonly holderOf: string;
  /** What holdings can be checked again with, encrypted; undefined if nothing can. */
  readonly proofSealed: Buffer | undefined;
}

/** A seat request on the wire. */
export interface SeatInput {
  readonly event_uuid: string;
  readonly type: 'interactive' | 'streaming';
  readonly promo_code?: string | null | undefined;
  readonly meeting?: boolean | undefined;
  readonly replay?: boolean | null | undefined;
}

/** `replay`: the event of the replay that is bought instead of a seat. */
export const toSeatChoice = (
  { event_uuid, type, promo_code, meeting }: SeatInput,
  replay?: ReplayOnSale,
): SeatChoice => ({
  eventId: replay?.id ?? event_uuid,
  kind: replay ? kindCode.broadcast : kindCode[type === 'streaming' ? 'broadcast' : 'interactive'],
  promoCode: promo_code ?? undefined,
  meeting,
  ...(replay && { replayOf: event_uuid }),
});

/**
 * The replay that a request wants; undefined for a seat. Refuses `replay_not_for_sale`; with an account,
 * `already_has_ticket` where it may watch already, and `banned` where the host blocked it in the event.
 */
export async function replayWanted(
  { db }: Pick<Kit, 'db'>,
  events: Pick<Events, 'replayOnSale'>,
  { event_uuid: eventUuid, replay: isReplay }: SeatInput,
  accountId?: number,
): Promise<ReplayOnSale | undefined> {
  if (!isReplay) return undefined;
  const replay = await events.replayOnSale(db, eventUuid);
  if (!replay) throw refuse('replay_not_for_sale');
  const person = await db.one<{ may_watch: boolean; banned: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM ticket t JOIN event e ON e.id = t.event_id AND (e.id = $1 OR e.replay_of = $1)
         AND e.id <> $3
       WHERE t.holder_key = person_holder($2) AND t.voided_at IS NULL) AS may_watch,
       EXISTS (SELECT 1 FROM room_member m WHERE m.event_id = $1 AND m.user_id = $2
         AND (m.banned_at IS NOT NULL OR m.removed_at IS NOT NULL)) AS banned`,
    [eventUuid, accountId ?? null, replay.id],
  );
  if (person?.banned) throw refuse('banned');
  if (person?.may_watch) throw refuse('already_has_ticket');
  return replay;
}

/** The scope of an account's purchase keys. */
export const purchaseScope = (accountId: number): string => `purchase:u:${accountId}`;

/** What every request for this seat states to the stored functions. */
export const seatRequestOf = (buyer: Buyer, seatChoice: SeatChoice, terms: SeatTerms) => ({
  buyerId: buyer.accountId,
  guestEmail: buyer.guestEmail,
  guestKey: buyer.guestKey,
  address: buyer.address,
  kind: seatChoice.kind,
  priceMinor: terms.priceMinor,
  minFeeMinor: terms.minFeeMinor,
  feeBp: terms.feeBp,
  currency: terms.currency,
});

export type CardChoice = { readonly token: string } | { readonly method: string };
export type PaymentChoice = CardChoice | { readonly wallet: true };

/** What a buyer asks for. */
export interface Purchase extends SeatChoice {
  /** May be undefined if nothing is to be paid. */
  readonly choice: PaymentChoice | undefined;
  /** Save the card for the next purchase. */
  readonly remember: boolean;
}

/** Events whose last seat was gone when last checked. Memory only says what to check first: the database decides. */
export interface SoldOutEvents {
  /** A buyer was refused as sold out: the next one is looked up before waiting for the event's row. */
  note(seatChoice: SeatChoice): void;
  /** Whether "sold out" is the answer to this account, whatever other refusals apply. */
  isSoldOutFor(accountId: number, seatChoice: SeatChoice): boolean | Promise<boolean>;
}

const notedMax = 2_000;
/** Accounts looked up by one read. */
const lookupBatchMax = 512;
/** By kind, too: a request for the wrong kind of ticket must not hide what is known about the right one. */
const keyOf = ({ eventId, kind }: SeatChoice): string => `${kind} ${eventId}`;

/** Looks up accounts with one read for all who ask at the same time, without the event's lock. */
export function createSoldOutEvents(db: Db): SoldOutEvents {
  const noted = new LRUCache<string, true>({ max: notedMax });

  const lookups = createBatcher<{ seatChoice: SeatChoice; accountId: number }, boolean>({
    batchMax: lookupBatchMax,
    waitingMax: seatQueueMax,
    async run(key, asked) {
      const { eventId, kind } = asked[0]!.seatChoice;
      const row = await db.one<{ others: string[] | null }>('SELECT not_sold_out_for($1, $2, $3) AS others', [
        eventId,
        kind,
        `{${asked.map(({ accountId }) => accountId).join()}}`,
      ]);
      if (!row?.others) {
        noted.delete(key);
        return asked.map(() => false);
      }
      const others = new Set(row.others);
      return asked.map(({ accountId }) => !others.has(String(accountId)));
    },
  });

  return {
    note: (seatChoice) => void noted.set(keyOf(seatChoice), true),
    isSoldOutFor(accountId, seatChoice) {
      // A promo code has its own refusals.
      if (seatChoice.promoCode !== undefined) return false;
      const key = keyOf(seatChoice);
      return noted.get(key) === true && lookups(key, { seatChoice, accountId });
    },
  };
}

type RemovedKey = Pick<Buyer, 'accountId' | 'guestKey'> & { readonly eventId: string };

/** Whether the buyer was removed from the event, has no valid ticket for it, and may hear that they were removed. */
export type RemovedBuyers = (key: RemovedKey) => Promise<boolean | undefined>;

/**
 * Looks buyers up together, without a lock: in a rush that is one read for many. Who typed an email address must not
 * learn that its owner was removed, except in a browser that got a ticket with it: an unpaid hold proves nothing.
 */
export const createRemovedBuyers = (db: Db): RemovedBuyers =>
  batchedReads(async (keys: readonly RemovedKey[]) => {
    const rows = await db.query<{ nth: number }>(
      `SELECT k.nth FROM unnest($1::uuid[], $2::bigint[], $3::text[]) WITH ORDINALITY AS k (event_id, user_id, guest_key, nth)
       WHERE was_removed(k.event_id, k.user_id)
         AND (k.guest_key IS NULL OR EXISTS (
           SELECT 1 FROM orders o JOIN ticket t ON t.order_id = o.id
           WHERE o.event_id = k.event_id AND o.buyer_id = k.user_id AND o.guest_key = k.guest_key))
         AND NOT EXISTS (
           SELECT 1 FROM ticket t WHERE t.event_id = k.event_id AND t.holder_id = k.user_id AND t.voided_at IS NULL)`,
      [keys.map((key) => key.eventId), keys.map((key) => key.accountId), keys.map((key) => key.guestKey ?? null)],
    );
    const removed = new Set(rows.map(({ nth }) => nth));
    return keys.map((_key, index) => removed.has(index + 1));
  });

/**
 * Nobody pays for an event that they were removed from. Throws `buyer_removed` to those who may hear it; to anyone else
 * who typed the address the stored functions answer as if it had a ticket, and its owner is emailed.
 */
export async function requireNotRemoved(removedBuyers: RemovedBuyers, buyer: Buyer, eventId: string): Promise<void> {
  const { accountId, guestKey } = buyer;
  if (await removedBuyers({ accountId, guestKey, eventId })) throw refuse('buyer_removed');
}
