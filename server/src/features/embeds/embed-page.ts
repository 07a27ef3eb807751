import type { EmbedKind } from '@frontrow/contract/embeds/snippets.ts';
import type { WireEvent, WireEventCard } from '@frontrow/contract/events/api.ts';
import { coverWidths } from '@frontrow/core/events/limits.ts';
import { currencyOf, fromDecimal } from '@frontrow/core/kernel/money.ts';
import type { Language } from '@frontrow/core/kernel/language.ts';
import { type Instant, minutes } from '@frontrow/core/kernel/instant.ts';
import { ticketPrice } from '@frontrow/core/ticketing/ticket-price.ts';
import { isBeforeSales } from '@frontrow/core/ticketing/waiting-page.ts';
import { createElement as h, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { say, writingLanguage } from '../../i18n/say.ts';
import { formatDayTime, formatMoney, formatWhen } from '../../mail/email-formats.ts';

/** At or below this many seats the number is shown in coral, as on our own cards. */
const fewSeatsMax = 5;

/** An event that may be embedded, and on which websites; null: on any. */
export interface Embedded {
  readonly card: WireEventCard;
  readonly sites: readonly string[] | null;
  /** The host's. */
  readonly language: Language;
}

/** What can be done about an event, in the words of its embed. */
export interface EmbedOffer {
  /** Where the seats stand; before sales open, when they do. */
  readonly seats: string;
  readonly few: boolean;
  readonly price: string;
  /** Undefined: nothing is sold. */
  readonly action: string | undefined;
  /** Opens the checkout at once. */
  readonly sells: boolean;
  /** Why nothing is sold. */
  readonly note: string | undefined;
}

export const seatsOf = (event: WireEvent): { total: number; free: number } => ({
  total: event.event_num_attendees ?? event.event_num_attendees_streaming ?? 0,
  free: event.event_num_tickets_free ?? event.event_num_tickets_free_streaming ?? 0,
});

/** What one ticket costs, fees included: `Free`, `€13.10`. */
export function priceOf(event: WireEvent): string {
  const currency = currencyOf(event.currency.currency_code);
  const config = event.ticket ?? event.ticket_streaming;
  const listed = event.event_price_ticket ?? event.event_price_ticket_streaming ?? 0;
  const { total } = ticketPrice(fromDecimal(listed, currency.digits), {
    minFeeMinor: fromDecimal(config?.frontrow_min_ticket_fee ?? 0, currency.digits),
    feeBp: Math.round((config?.frontrow_ticket_fee ?? 0) * 100),
  });
  return total === 0 ? say`Free` : formatMoney(total, currency);
}

export const whenOf = (event: WireEvent): string =>
  formatWhen(
    event.event_date,
    event.event_location.data.zoneName,
    event.event_duration_minutes === undefined ? undefined : event.event_date + minutes(event.event_duration_minutes),
  );

export function seatsText(event: WireEvent): string {
  const { total, free } = seatsOf(event);
  if (free <= 0) return say`Sold out`;
  const [left, all] = [free, total].map((count) => count.toLocaleString(writingLanguage()));
  return total === 1 ? say`${left!} of ${all!} seat left` : say`${left!} of ${all!} seats left`;
}

const closed = (note: string): EmbedOffer => ({
  seats: '',
  few: false,
  price: '',
  action: undefined,
  sells: false,
  note,
});

export function offerOf(event: WireEvent, now: Instant): EmbedOffer {
  if (event.event_cancelled) return closed(say`This event was cancelled.`);
  if (event.event_state === 2) return closed(say`This event has finished.`);
  if (event.event_unpublished) return closed(say`Tickets are not on sale.`);
  const { free } = seatsOf(event);
  const open = { seats: seatsText(event), few: free > 0 && free <= fewSeatsMax, note: undefined };
  if (!event.event_opening_ticketing)
    return { ...open, price: say`Token holders`, action: say`View event`, sells: false };
  const price = priceOf(event);
  if (free <= 0) return { ...open, price, action: say`Join the waitlist`, sells: false };
  const opensAt = event.event_sales_open_date;
  if (isBeforeSales(opensAt, now)) {
    // Short: it has to fit in the button's frame and in one line of the preview picture.
    const when = formatDayTime(opensAt, event.event_location.data.zoneName);
    return {
      ...open,
      seats: say`Tickets go on sale ${when}`,
      few: false,
      price,
      action: say`View event`,
      sells: false,
    };
  }
  return { ...open, price, action: price === say`Free` ? say`Get your seat` : say`Buy ticket`, sells: true };
}

/** Links open next to the website: neither its page nor a half-filled form in it is lost. */
const away = { target: '_blank', rel: 'noopener' } as const;

export interface EmbedPageParts {
  readonly kind: EmbedKind;
  readonly card: WireEventCard;
  readonly publicUrl: string;
  readonly theme: EmbedTheme;
  readonly now: Instant;
}

export type EmbedTheme = 'auto' | 'light' | 'dark';

/** The page inside of a frame: whole without a script. */
export function embedPage({ kind, card, publicUrl, theme, now }: EmbedPageParts): string {
  const { event } = card;
  const offer = offerOf(event, now);
  const url = `${publicUrl}/event/${event.event_uuid}?ref=embed`;
  const buyUrl = offer.sells ? `${url}&checkout` : url;
  const live = h(
    'div',
    { id: 'live', className: 'live' },
    event.event_state === 1 && !event.event_cancelled && h('p', { className: 'pill' }, say`Live now`),
    offer.note !== undefined && h('p', { className: 'note' }, offer.note),
    offer.seats !== '' &&
      h(
        'p',
        { className: 'seats' },
        h('strong', null, offer.price),
        h('span', { className: offer.few ? 'few' : undefined }, offer.seats),
      ),
    offer.action !== undefined && h('a', { className: 'button', href: buyUrl, ...away }, offer.action),
    offer.action === undefined &&
      kind === 'button' &&
      h('a', { className: 'link', href: url, ...away }, say`View event`),
  );
  const body = kind === 'button' ? live : h('article', { className: 'card' }, ...cardParts(card, url), live);
  return documentOf({ title: event.event_title, theme, body, changes: true });
}

function cardParts({ event, user }: WireEventCard, url: string): ReactElement[] {
  const [largest, ...smaller] = coverWidths;
  const sourceOf = (width: number): string => event.event_cover_image.replace(`-${largest}.`, `-${width}.`);
  return [
    h('img', {
      key: 'cover',
      src: sourceOf(smaller.at(-1)!),
      srcSet: smaller.map((width) => `${sourceOf(width)} ${width}w`).join(', '),
      sizes: '400px',
      alt: '',
      width: 384,
      height: 216,
      loading: 'lazy',
    }),
    h('p', { key: 'when', className: 'soft' }, whenOf(event)),
    h('h1', { key: 'title', dir: 'auto' }, h('a', { href: url, ...away }, event.event_title)),
    h(
      'p',
      { key: 'host', className: 'soft', dir: 'auto' },
      event.public ? user.user_name : `${user.user_name} · ${say`Unlisted event`}`,
    ),
  ];
}

/** What a frame says about an event that does not exist, or is for two people only. */
export const missingPage = (theme: EmbedTheme): string =>
  documentOf({
    title: say`Event not found`,
    theme,
    body: h('article', { className: 'card' }, h('p', { className: 'note' }, say`Sorry, we could not find that event.`)),
  });

const light = '--ground:#fff;--text:#15121b;--soft:#574f62;--line:#e6dfd6;--few:#c9301f';
const dark = '--ground:#15121b;--text:#f6f3f8;--soft:#b5aec0;--line:#322c3e;--few:#ff9e91';
const schemes: Readonly<Record<EmbedTheme, string>> = {
  auto: `:root{color-scheme:light dark;${light}}@media(prefers-color-scheme:dark){:root{${dark}}}`,
  light: `:root{color-scheme:light;${light}}`,
  dark: `:root{color-scheme:dark;${dark}}`,
};
const style = `body{margin:0;background:transparent;color:var(--text);font:16px/1.5 Inter,system-ui,sans-serif}
.card{overflow:hidden;border:1px solid var(--line);border-radius:16px;background:var(--ground);padding:0 20px 20px}
.card img{display:block;width:calc(100% + 40px);height:auto;margin:0 -20px 16px;aspect-ratio:16/9;object-fit:cover}
.card>.note:first-child{margin-top:20px}
h1{margin:4px 0;font-size:20px;line-height:26px;overflow-wrap:anywhere}
h1 a{color:inherit;text-decoration:none}h1 a:hover{text-decoration:underline}
p{margin:0}.soft{color:var(--soft);font-size:14px;line-height:20px;overflow-wrap:anywhere}
.card .live{margin-top:16px}
.live{background:var(--ground);border-radius:12px}
.seats{display:flex;justify-content:space-between;gap:0 12px;margin-bottom:8px;font-size:14px}
.few{color:var(--few);font-weight:600}
.pill{display:inline-block;margin-bottom:8px;padding:2px 10px;border-radius:99px;background:#ff5a4a;color:#1c0a08;font-size:12px;font-weight:700}
.note{font-weight:600}
.button{display:block;padding:10px 16px;border-radius:12px;background:#ff5a4a;color:#1c0a08;font-weight:650;text-align:center;text-decoration:none}
.button:hover{background:#ff7a6b}a:focus-visible{outline:3px solid #6c4cf1;outline-offset:2px}.link{color:inherit}`;

function documentOf({
  title,
  theme,
  body,
  changes = false,
}: {
  readonly title: string;
  readonly theme: EmbedTheme;
  readonly body: ReactElement;
  readonly changes?: boolean;
}): string {
  const html = h(
    'html',
    { lang: writingLanguage(), 'data-frontrow-embed': '' },
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'robots', content: 'noindex' }),
      h('title', null, title),
      h('style', { dangerouslySetInnerHTML: { __html: schemes[theme] + style } }),
      // Without scripts the page itself is read again.
      changes && h('noscript', null, h('meta', { httpEquiv: 'refresh', content: '60' })),
      h('script', { src: '/embed.js', defer: true }),
    ),
    h('body', null, body),
  );
  return `<!doctype html>${renderToStaticMarkup(html)}`;
}
