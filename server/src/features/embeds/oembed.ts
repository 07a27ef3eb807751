import { type EmbedKind, embedSizes, frameTag, scriptTag } from '@frontrow/contract/embeds/snippets.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Embedded } from './embed-page.ts';

/** Seconds for which others may keep the answer. */
const cacheSeconds = 3_600;
/** A narrower frame can't be read. */
const widthMin = 240;
const eventPath = /^\/event\/([0-9a-f-]{36})\/?$/i;

interface OembedDeps {
  readonly publicUrl: string;
  read(eventUuid: string): Promise<Embedded | undefined>;
}

/**
 * The answer of `/oembed?url=…` (oembed.com, version 1.0): a card, the button where a card is too tall, and a plain
 * link where not even that fits or the host allows no website. Throws `oembed_url_missing`, `oembed_url_unknown`,
 * `oembed_size_invalid`, `oembed_format_unsupported`.
 */
export async function oembedAnswer(
  { publicUrl, read }: OembedDeps,
  query: Readonly<Record<string, unknown>>,
): Promise<object> {
  const { url, format = 'json' } = query;
  if (format !== 'json') throw refuse('oembed_format_unsupported');
  if (typeof url !== 'string' || url === '') throw refuse('oembed_url_missing');
  const size = { width: limitOf(query['maxwidth']), height: limitOf(query['maxheight']) };
  const found = await read(eventOf(url, publicUrl));
  if (!found) throw refuse('oembed_url_unknown');
  const { event, user } = found.card;
  const about = {
    version: '1.0',
    title: event.event_title,
    author_name: user.user_name,
    author_url: `${publicUrl}/${encodeURIComponent(user.user_username)}`,
    provider_name: 'Frontrow',
    provider_url: publicUrl,
    cache_age: cacheSeconds,
  };
  const kind = found.sites?.length === 0 ? undefined : fitting(size);
  if (kind === undefined) return { type: 'link', ...about };
  const width = Math.min(embedSizes[kind].width, size.width);
  const { height } = embedSizes[kind];
  const frame = frameTag({
    kind,
    publicUrl,
    eventUuid: event.event_uuid,
    title: event.event_title,
    width,
    height,
  });
  return { type: 'rich', ...about, html: `${frame}\n${scriptTag(publicUrl)}`, width, height };
}

const fitting = ({ width, height }: { readonly width: number; readonly height: number }): EmbedKind | undefined =>
  width < widthMin ? undefined : (['event', 'button'] as const).find((kind) => embedSizes[kind].height <= height);

/** The event whose page an address is; of anything else the empty text. */
function eventOf(url: string, publicUrl: string): string {
  if (!URL.canParse(url)) return '';
  const { origin, pathname } = new URL(url);
  return origin === new URL(publicUrl).origin ? (eventPath.exec(pathname)?.[1] ?? '') : '';
}

function limitOf(given: unknown): number {
  if (given === undefined) return Number.POSITIVE_INFINITY;
  if (typeof given !== 'string' || !/^[1-9]\d{0,5}$/.test(given)) throw refuse('oembed_size_invalid');
  return Number(given);
}
