import { hostRssPath } from '@frontrow/contract/feeds/paths.ts';
import { currencyOf } from '@frontrow/core/kernel/money.ts';
import { ticketPrice } from '@frontrow/core/ticketing/ticket-price.ts';
import { Feed } from 'feed';
import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Sql } from '../../db/db.ts';
import type { Kit } from '../../kit.ts';
import { formatMoney, formatWhen } from '../../mail/email-formats.ts';
import { plannedEnd } from '../events/index.ts';
import type { FeedHost } from './calendars.ts';

const itemsMax = 50;
/** For how long readers may keep the feed. */
const ttlMinutes = 60;

interface Row {
  id: string;
  title: string;
  description: string;
  starts_at: Date;
  planned_end: Date | null;
  tz: string;
  price_minor: number;
  currency: string;
  min_fee_minor: number;
  fee_bp: number;
  cancelled: boolean;
  moved: boolean;
  tags: string[];
  created_at: Date;
  changed_at: Date;
}

/** XML 1.0 has no way to write these characters; the library passes them through. */
const unwritable = /[^\P{Cc}\t\r\n]|[\uFFFE\uFFFF]/gu;
export const textOf = (given: string): string => given.replaceAll(unwritable, ' ');
/** The library writes titles as CDATA and splits only the first of the `]]>` in them: the others are split here. */
export const titleOf = (given: string): string => textOf(given).replaceAll(/(?<=\]\]>.*)\]\]>/gs, ']]]]><![CDATA[>');

/** Public events of a host as RSS 2.0, the last published first; one that moved or was cancelled says so. */
export async function hostRss(
  { config }: Pick<Kit, 'config'>,
  sql: Sql,
  { id, username, name, since_ms: since }: FeedHost,
): Promise<string> {
  const rows = await sql.query<Row>(
    `SELECT id, title, description, starts_at, ${plannedEnd} AS planned_end, tz, price_minor, currency, min_fee_minor,
       fee_bp, cancelled_at IS NOT NULL AS cancelled, reschedules > 0 AS moved,
       ARRAY(SELECT tag FROM event_tag t WHERE t.event_id = e.id ORDER BY position) AS tags, created_at,
       greatest(created_at, rescheduled_at, revised_at, cancelled_at) AS changed_at
     FROM event e WHERE host_id = $1 AND is_public AND unpublished_at IS NULL AND private_for IS NULL
     ORDER BY created_at DESC, id LIMIT ${itemsMax}`,
    [id],
  );
  const { publicUrl } = config;
  const shown = name || username;
  const feed = new Feed({
    title: textOf(`${shown} on Frontrow`),
    description: textOf(`Live events by ${shown}`),
    link: `${publicUrl}/${encodeURIComponent(username)}`,
    feedLinks: { rss: publicUrl + hostRssPath(username) },
    language: 'en',
    generator: 'Frontrow',
    ttl: ttlMinutes,
    // The library's default is the time of the request, and the feed would never stay the same.
    updated: new Date(Math.max(since, ...rows.map((row) => row.changed_at.getTime()))),
  });
  for (const row of rows) {
    const link = `${publicUrl}/event/${row.id}`;
    feed.addItem({
      title: titleOf(row.cancelled ? `Cancelled: ${row.title}` : row.moved ? `New date: ${row.title}` : row.title),
      guid: link,
      link,
      date: row.created_at,
      description: descriptionOf(row),
      category: row.tags.map((tag) => ({ name: textOf(tag) })),
    });
  }
  return feed.rss2();
}

/** Readers take a description as HTML. */
function descriptionOf(row: Row): string {
  const { price_minor: price, min_fee_minor: minFeeMinor, fee_bp: feeBp } = row;
  const { total } = ticketPrice(price, { minFeeMinor, feeBp });
  const when = formatWhen(row.starts_at.getTime(), row.tz, row.planned_end?.getTime());
  return [
    `${row.cancelled ? 'Cancelled. ' : ''}${when} · ${total === 0 ? 'Free' : formatMoney(total, currencyOf(row.currency))}`,
    ...row.description.split(/(?:\r?\n)+/),
  ]
    .map((line) => renderToStaticMarkup(h('p', null, textOf(line))))
    .join('');
}
