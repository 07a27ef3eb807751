import type { Product } from './product.ts';
import { tokenOf } from './session.ts';
import { until } from './until.ts';

/** A one-color 16:9 picture, as small as a PNG can be. */
export const coverUrl =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABAAAAAJCAIAAAC0SDtlAAAAFElEQVR42mP4H+VFEmIY1TAoNAAAdIbrsQpagW8AAAAASUVORK5CYII=';

/** The same as a file to choose. */
export const coverFile = {
  name: 'cover.png',
  mimeType: 'image/png',
  buffer: Buffer.from(coverUrl.split(',')[1]!, 'base64'),
};

const dayMs = 86_400_000;
const quarterMs = 15 * 60_000;
/** Time to fill a form in. */
const marginMs = 20_000;

/** The next quarter of an hour, in milliseconds since the epoch. */
const nextQuarter = (): number => Math.ceil(Date.now() / quarterMs) * quarterMs;

/**
 * A start that is still ahead when it arrives at the server, and inside the start window at once: that is the next
 * quarter. Its last seconds are waited out, as the one after it could not be started yet.
 */
export async function startableQuarter(): Promise<number> {
  await until('the next quarter of an hour is far enough', () => nextQuarter() - Date.now() > marginMs, 2 * marginMs);
  return nextQuarter();
}

/** A start whose doors, too, stay closed however long a journey takes: 30 to 45 minutes from now. */
export const laterQuarter = (): number => nextQuarter() + 2 * quarterMs;

export interface NewEvent {
  readonly title: string;
  readonly description?: string;
  readonly tickets: number;
  /** In whole units of the currency; 0 is free. */
  readonly price: number;
  /** Code; euros unless said otherwise. */
  readonly currency?: string;
  /** Percent off, and how many tickets it is good for. */
  readonly promo?: { readonly code: string; readonly percent: number; readonly cap?: number };
  /** May be started at once, and its start may come any moment. Else neither its doors nor its start come. */
  readonly startable?: boolean;
  /**
   * So much later than it would be: what may be moved is a day ahead, at least. In two days and in five the demo host
   * has a meeting in the morning.
   */
  readonly days?: number;
  /** For an audience that watches, streamed by the host. */
  readonly broadcast?: boolean;
  /** Given to holders of a coin, not sold. */
  readonly gated?: boolean;
  /** The contract of that coin. */
  readonly coin?: { readonly chainId: number; readonly address: string };
  /** Any other start than these two, in milliseconds since the epoch. */
  readonly startsAt?: number;
  /** Holders may cancel until so many hours before the start. */
  readonly selfCancelHours?: number;
  /** When tickets go on sale; at once unless said otherwise. */
  readonly salesOpenAt?: number;
  /** The first of so many dates of a series, one a week. */
  readonly weeks?: number;
  /** Username; `host` unless said otherwise. */
  readonly host?: string;
}

/** Publishes an event of a demo host by the API and answers its uuid; interactive unless said otherwise. */
export async function publishEvent(
  product: Product,
  {
    title,
    description = 'Published for a journey.',
    tickets,
    price,
    currency,
    promo,
    startable = false,
    startsAt: start,
    days = 0,
    broadcast = false,
    gated = false,
    coin,
    selfCancelHours,
    salesOpenAt,
    weeks,
    host = 'host',
  }: NewEvent,
): Promise<string> {
  const { access_token } = await tokenOf(product, `${host}@frontrow.test`);
  const headers = { 'access-token': access_token };
  const types = (await (await fetch(`${product.url}/api/tickets/types`, { headers })).json()) as {
    data: { event_type: number; rally_ticket: boolean; ticket_price_enabled: boolean; type_id: number }[];
  };
  const kind = broadcast ? 1 : 0;
  const suffix = broadcast ? '_streaming' : '';
  const type = types.data.find(
    (row) => row.event_type === kind && row.rally_ticket === gated && (gated || row.ticket_price_enabled === price > 0),
  );
  const startsAt = start ?? (startable ? await startableQuarter() : laterQuarter()) + days * dayMs;
  const form = new FormData();
  const fields = {
    event_cover_image: coverUrl,
    event_title: title,
    event_description: description,
    event_date: String(startsAt),
    event_start_hour: new Date(startsAt).toISOString().slice(11, 16),
    public: 'true',
    event_opening_ticketing: String(!gated),
    ...(gated && {
      event_rally_coins: JSON.stringify([
        {
          coinName: 'Seat',
          coinId: 'SEAT',
          minCoinBalance: 1,
          ...(coin && { coinChainId: coin.chainId, coinAddress: coin.address }),
        },
      ]),
    }),
    [`event_num_attendees${suffix}`]: String(tickets),
    [`event_price_ticket${suffix}`]: String(price),
    [`event_ticket_type${suffix}`]: String(type?.type_id),
    ...(currency !== undefined && { currency }),
    ...(selfCancelHours !== undefined && { event_self_cancel_hours: String(selfCancelHours) }),
    ...(salesOpenAt !== undefined && { event_sales_open_date: String(salesOpenAt) }),
    ...(weeks !== undefined && { event_repeats: JSON.stringify({ weeks }) }),
    ...(promo && {
      event_promotional_code: promo.code,
      event_promotional_code_discount: String(promo.percent),
      ...(promo.cap !== undefined && { event_promotional_code_cap: String(promo.cap) }),
    }),
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const answer = await fetch(`${product.url}/api/events/create`, { method: 'POST', headers, body: form });
  const parsed = (await answer.json()) as { data?: { event: { event_uuid: string } }; errors?: unknown };
  if (!parsed.data) throw new Error(`not published: ${JSON.stringify(parsed.errors)}`);
  return parsed.data.event.event_uuid;
}
