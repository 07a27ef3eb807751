/** What of an event is embedded: a card with its cover, or only the button. */
export type EmbedKind = 'event' | 'button';

/** Widths and heights in px that fit before the script has said the exact height. */
export const embedSizes = {
  event: { width: 400, height: 480 },
  button: { width: 300, height: 96 },
} as const satisfies Record<EmbedKind, { width: number; height: number }>;

export const embedPath = (kind: EmbedKind, eventUuid: string): string => `/embed/${kind}/${eventUuid}`;

export const oembedPath = (eventUrl: string): string => `/oembed?url=${encodeURIComponent(eventUrl)}`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const attribute = (text: string): string => text.replaceAll(/[&<>"]/g, (char) => entities[char]!);

interface Snippet {
  readonly kind: EmbedKind;
  readonly publicUrl: string;
  readonly eventUuid: string;
  readonly title: string;
  readonly width?: number;
  readonly height?: number;
}

/** The frame that a website puts into its page. It works alone; `scriptTag` only fits its height. */
export function frameTag({ kind, publicUrl, eventUuid, title, ...size }: Snippet): string {
  const { width, height } = { ...embedSizes[kind], ...size };
  return (
    `<iframe src="${attribute(publicUrl + embedPath(kind, eventUuid))}" title="${attribute(title)}" ` +
    `width="${width}" height="${height}" style="border:0;max-width:100%" loading="lazy"></iframe>`
  );
}

export const scriptTag = (publicUrl: string): string =>
  `<script async src="${attribute(publicUrl)}/embed.js"></script>`;
