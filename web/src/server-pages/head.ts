import { text } from '#web/shared/i18n/index.ts';
import { coverSources } from '#web/shared/ui/cover-sources.ts';
import type { PageFacts } from './public-page.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escape = (words: string): string => words.replaceAll(/[&<>"']/g, (char) => entities[char]!);

const meta = (kind: 'name' | 'property', key: string, content: string): string =>
  `<meta ${kind}="${key}" content="${escape(content)}">`;

/** JSON inside a script element: nothing in it can end the element or begin a comment. */
export const safeJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

/** Title, description, address, what shared links show, and the page's data. */
export function headOf(facts: PageFacts, publicUrl: string): string {
  const name = text('app', 'name');
  const title = facts.title ? `${facts.title} · ${name}` : text('app', 'title');
  const url = publicUrl + facts.canonical;
  const image = facts.image && new URL(facts.image, publicUrl).href;
  const lines = [
    `<title>${escape(title)}</title>`,
    meta('name', 'description', facts.description),
    ...(facts.noindex ? [meta('name', 'robots', 'noindex')] : [`<link rel="canonical" href="${escape(url)}">`]),
    meta('property', 'og:site_name', name),
    meta('property', 'og:type', facts.type ?? 'website'),
    meta('property', 'og:title', facts.title ?? title),
    meta('property', 'og:description', facts.description),
    meta('property', 'og:url', url),
    meta('name', 'twitter:card', image ? 'summary_large_image' : 'summary'),
    meta('name', 'twitter:title', facts.title ?? title),
    meta('name', 'twitter:description', facts.description),
  ];
  if (image) lines.push(meta('property', 'og:image', image), meta('name', 'twitter:image', image));
  if (facts.imageSize)
    lines.push(
      meta('property', 'og:image:width', String(facts.imageSize.width)),
      meta('property', 'og:image:height', String(facts.imageSize.height)),
    );
  if (facts.host) lines.push(meta('name', 'page-host', facts.host));
  for (const { type, path, title: named } of facts.alternates ?? [])
    lines.push(`<link rel="alternate" type="${type}" href="${escape(publicUrl + path)}" title="${escape(named)}">`);
  if (facts.data)
    lines.push(
      `<script type="application/ld+json">${safeJson({ '@context': 'https://schema.org', ...facts.data })}</script>`,
    );
  return lines.join('\n');
}

/** The picture seen first, in the size this screen draws, before scripts. */
export function firstPicture({ first }: PageFacts): string {
  if (!first) return '';
  const sources = coverSources(first.src);
  const sized = sources ? ` imagesrcset="${escape(sources)}" imagesizes="${escape(first.sizes)}"` : '';
  return `<link rel="preload" as="image" href="${escape(first.src)}"${sized} fetchpriority="high">`;
}
