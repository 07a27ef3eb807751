import type { WireSeriesPass } from '@frontrow/contract/ticketing/pass-api.ts';
import type { Account, Actor } from '@frontrow/core/kernel/actor.ts';
import { sourceLanguage } from '@frontrow/core/kernel/language.ts';
import { currencyOf, hasDigitsOf, minorOf, moneyText, toDecimal } from '@frontrow/core/kernel/money.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import {
  passDatesRefusal,
  passOfferRefusal,
  type PassDate,
  passPriceRange,
  passPrices,
  passTotal,
} from '@frontrow/core/ticketing/series-pass.ts';
import type { Sql } from '../../../db/db.ts';
import { refusalIn } from '../../../i18n/refusal-sentences.ts';
import { requestLanguageNow } from '../../../i18n/request-language.ts';
import type { TicketingDeps } from '../ticketing-deps.ts';

/** A date as it is now. */
export interface DateNow extends PassDate {
  readonly id: string;
  readonly hasSeats: boolean;
}

interface DateRow {
  id: string;
  price_minor: number;
  min_fee_minor: number;
  fee_bp: number;
  currency: string;
  on_sale: boolean;
  has_seats: boolean;
}

const dateOf = (row: DateRow): DateNow => ({
  id: row.id,
  listed: row.price_minor,
  minFeeMinor: row.min_fee_minor,
  feeBp: row.fee_bp,
  currency: row.currency,
  onSale: row.on_sale,
  hasSeats: row.has_seats,
});

const dateQuery = `SELECT e.id, e.price_minor, e.min_fee_minor, e.fee_bp, e.currency,
    e.is_public AND e.state = 0 AND e.starts_at > app_now() AND sale_refusal(e) IS NULL AS on_sale,
    seats_for_sale(e) > e.held + e.sold AS has_seats
  FROM event e`;

/** The dates of a series that are to come. */
async function comingDates(sql: Sql, seriesId: string): Promise<DateNow[]> {
  const rows = await sql.query<DateRow>(
    `${dateQuery} WHERE e.series_id = $1 AND e.state = 0 AND e.cancelled_at IS NULL AND e.starts_at > app_now()
     ORDER BY e.starts_at, e.id`,
    [seriesId],
  );
  return rows.map(dateOf);
}

/** An offer with its dates as they are now. */
export interface PassOffer {
  readonly id: string;
  readonly seriesId: string;
  readonly title: string;
  readonly priceMinor: number;
  readonly currency: string;
  readonly isWithdrawn: boolean;
  readonly dates: readonly DateNow[];
}

interface OfferRow {
  id: string;
  series_id: string;
  title: string;
  price_minor: number;
  currency: string;
  event_ids: string[];
  withdrawn: boolean;
}

const offerQuery = `SELECT p.id, p.series_id, s.title, p.price_minor, p.currency, p.event_ids::text[] AS event_ids,
    p.withdrawn_at IS NOT NULL AS withdrawn
  FROM series_pass p JOIN event_series s ON s.id = p.series_id`;

async function offerOf(sql: Sql, row: OfferRow): Promise<PassOffer> {
  const dates = await sql.query<DateRow>(`${dateQuery} WHERE e.id = ANY ($1::uuid[]) ORDER BY e.starts_at, e.id`, [
    row.event_ids,
  ]);
  return {
    id: row.id,
    seriesId: row.series_id,
    title: row.title,
    priceMinor: row.price_minor,
    currency: row.currency,
    isWithdrawn: row.withdrawn,
    dates: dates.map(dateOf),
  };
}

export async function findOffer(sql: Sql, passId: string): Promise<PassOffer | undefined> {
  const row = await sql.one<OfferRow>(`${offerQuery} WHERE p.id = $1`, [passId]);
  return row && offerOf(sql, row);
}

/** Whether its dates are sold as they were offered. Seats that are held are sold after the offer is withdrawn, too. */
export const datesFit = ({ priceMinor, dates }: PassOffer): boolean =>
  passOfferRefusal(priceMinor, dates) === undefined;

/** Whether anyone can buy the pass, but for seats. */
const isOnSale = (offer: PassOffer): boolean => !offer.isWithdrawn && datesFit(offer);

/** What somebody has of a pass. */
interface OwnDates {
  readonly held: ReadonlySet<string>;
  /** Dates in which an open checkout of theirs holds a seat. */
  readonly reserved: ReadonlySet<string>;
  readonly bought: boolean;
  /** The payment for it is disputed: whether it is bought, a bank decides. */
  readonly disputed: boolean;
}

const nothingOwn: OwnDates = { held: new Set(), reserved: new Set(), bought: false, disputed: false };

/** The dates that somebody has a ticket or a seat for, by the rules of `hold_missing_dates`. */
async function ownDates(sql: Sql, accountId: number, dates: readonly DateNow[]): Promise<OwnDates> {
  const rows = await sql.query<{ id: string; held: boolean; reserved: boolean; bought: boolean; disputed: boolean }>(
    `SELECT date.id, EXISTS (
         SELECT 1 FROM ticket t
         WHERE t.event_id = date.id AND t.holder_key = person_holder($1) AND t.voided_at IS NULL)
       OR EXISTS (
         SELECT 1 FROM orders o
         WHERE o.event_id = date.id AND o.holder_key = person_holder($1) AND o.status = 'paid') AS held,
       EXISTS (
         SELECT 1 FROM orders o
         WHERE o.event_id = date.id AND o.holder_key = person_holder($1) AND o.status = 'pending' AND NOT o.offered
           AND o.hold_expires_at > app_now()) AS reserved,
       EXISTS (
         SELECT 1 FROM orders o
         WHERE o.event_id = date.id AND o.buyer_id = $1 AND o.status = 'paid' AND o.pass_purchase_id IS NOT NULL)
       AS bought,
       EXISTS (
         SELECT 1 FROM orders o
         WHERE o.event_id = date.id AND o.buyer_id = $1 AND o.status = 'disputed' AND o.pass_purchase_id IS NOT NULL)
       AS disputed
     FROM event date WHERE date.id = ANY ($2::uuid[])`,
    [accountId, dates.map(({ id }) => id)],
  );
  return {
    held: new Set(rows.filter(({ held }) => held).map(({ id }) => id)),
    reserved: new Set(rows.filter(({ reserved }) => reserved).map(({ id }) => id)),
    bought: rows.some(({ bought }) => bought),
    disputed: rows.some(({ disputed }) => disputed),
  };
}

function passView(
  offer: PassOffer,
  { held, reserved, bought, disputed }: OwnDates,
): NonNullable<WireSeriesPass['pass']> {
  const { digits } = currencyOf(offer.currency);
  const onSale = isOnSale(offer);
  // A date whose price fell since may cost less than its share; such a pass is not sold.
  const prices = passPrices(offer.priceMinor, offer.dates);
  const isMissing = ({ id }: DateNow): boolean => bought || held.size === offer.dates.length || !held.has(id);
  const missing = offer.dates.filter(isMissing);
  const total = passTotal(prices.filter((_price, index) => isMissing(offer.dates[index]!)));
  return {
    pass_uuid: offer.id,
    event_uuids: offer.dates.map(({ id }) => id),
    held_event_uuids: offer.dates.filter(({ id }) => held.has(id)).map(({ id }) => id),
    bought,
    disputed,
    currency_code: offer.currency,
    listed: toDecimal(total.listed, digits),
    discount: toDecimal(total.discount, digits),
    fee: toDecimal(total.fee, digits),
    total: toDecimal(total.total, digits),
    price: toDecimal(offer.priceMinor, digits),
    on_sale: onSale,
    sold_out: onSale && !missing.every(({ id, hasSeats }) => hasSeats || reserved.has(id)),
  };
}

async function ownView(sql: Sql, seriesId: string): Promise<NonNullable<WireSeriesPass['own']>> {
  const dates = await comingDates(sql, seriesId);
  const row = await sql.one<{ sold: number }>(
    `SELECT count(*)::int AS sold FROM pass_purchase b JOIN series_pass p ON p.id = b.pass_id
     WHERE p.series_id = $1 AND EXISTS (
       SELECT 1 FROM orders o WHERE o.pass_purchase_id = b.id AND o.status = 'paid')`,
    [seriesId],
  );
  const [first] = dates;
  const currency = currencyOf(first?.currency ?? 'EUR');
  const range = dates.length > 0 ? passPriceRange(dates) : { from: 0, to: 0 };
  const refusal = passDatesRefusal(dates);
  return {
    sold: row?.sold ?? 0,
    form: {
      event_uuids: dates.map(({ id }) => id),
      currency_code: currency.code,
      price_min: toDecimal(range.from, currency.digits),
      price_max: toDecimal(range.to, currency.digits),
      refusal: refusal ? refusalIn(refuse(refusal), requestLanguageNow() ?? sourceLanguage) : null,
    },
  };
}

/** The pass that a series offers; a host also reads what it could offer and how many passes are sold. */
export async function seriesPassOf({ db }: TicketingDeps, actor: Actor, seriesId: string): Promise<WireSeriesPass> {
  const series = await db.one<{ host_id: number }>('SELECT host_id FROM event_series WHERE id = $1', [seriesId]);
  if (!series) throw refuse('series_not_found');
  const row = await db.one<OfferRow>(`${offerQuery} WHERE p.series_id = $1 AND p.withdrawn_at IS NULL`, [seriesId]);
  const isOwn = actor.kind === 'account' && actor.id === series.host_id;
  const offer = row && (await offerOf(db, row));
  const isViewer = actor.kind === 'account' && actor.guestOf === undefined && !isOwn;
  const own = offer && isViewer ? await ownDates(db, actor.id, offer.dates) : nothingOwn;
  return {
    pass: offer ? passView(offer, own) : null,
    own: isOwn ? await ownView(db, seriesId) : null,
  };
}

/** The caller's own series, locked. */
async function lockSeries(sql: Sql, host: Account, seriesId: string): Promise<void> {
  const series = await sql.one<{ host_id: number }>(
    'SELECT host_id FROM event_series WHERE id = $1 FOR NO KEY UPDATE',
    [seriesId],
  );
  if (!series) throw refuse('series_not_found', {}, { field: 'series_uuid' });
  if (series.host_id !== host.id) throw refuse('forbidden');
}

const withdraw = (sql: Sql, seriesId: string) =>
  sql.query('UPDATE series_pass SET withdrawn_at = app_now() WHERE series_id = $1 AND withdrawn_at IS NULL', [
    seriesId,
  ]);

/** Offers a pass for all dates to come, instead of an earlier offer. */
export async function offerPass(
  deps: TicketingDeps,
  host: Account,
  { seriesId, price }: { readonly seriesId: string; readonly price: number },
): Promise<WireSeriesPass> {
  await deps.db.tx(async (tx) => {
    await lockSeries(tx, host, seriesId);
    const dates = await comingDates(tx, seriesId);
    const currency = currencyOf(dates[0]?.currency ?? 'EUR');
    const minor = hasDigitsOf(price, currency) ? minorOf(price, currency) : Number.NaN;
    const refusal = passOfferRefusal(minor, dates);
    if (refusal === 'pass_price_range') {
      const { from, to } = passPriceRange(dates);
      const words = {
        minimum: moneyText(from, currency),
        maximum: moneyText(to, currency),
      };
      throw refuse(refusal, words, { field: 'price' });
    }
    if (refusal) throw refuse(refusal);
    await withdraw(tx, seriesId);
    await tx.query(
      'INSERT INTO series_pass (id, series_id, price_minor, currency, event_ids) VALUES ($1, $2, $3, $4, $5)',
      [deps.ids.uuid(), seriesId, minor, currency.code, dates.map(({ id }) => id)],
    );
  });
  return seriesPassOf(deps, host, seriesId);
}

export async function withdrawPass(deps: TicketingDeps, host: Account, seriesId: string): Promise<WireSeriesPass> {
  await deps.db.tx(async (tx) => {
    await lockSeries(tx, host, seriesId);
    await withdraw(tx, seriesId);
  });
  return seriesPassOf(deps, host, seriesId);
}
