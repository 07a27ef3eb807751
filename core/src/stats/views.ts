import { sourceCharsMax } from './limits.ts';

/** Where a visitor came from, as it is stored: `direct`, `inside`, `ref:newsletter`, `site:example.org`, `other`. */
export type ViewSource = 'direct' | 'inside' | 'other' | `ref:${string}` | `site:${string}`;

/** The host name of a web address as browsers write it. */
const webHost = /^https?:\/\/(?:[^/?#@]*@)?([^/?#:@]+)/i;
const refWord = /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u;

/**
 * The source of a view: the word of `?ref=`, else the host name of the page before. Of that page nothing else is kept:
 * no path, no query. `ownHost` is the product's own host name.
 */
export function viewSource(
  { ref, referrer }: { readonly ref?: string | undefined; readonly referrer?: string | undefined },
  ownHost: string,
): ViewSource {
  const word = ref?.trim().toLowerCase() ?? '';
  if (word.length <= sourceCharsMax && refWord.test(word)) return `ref:${word}`;
  const host = webHost.exec(referrer ?? '')?.[1]?.toLowerCase();
  if (host === undefined) return 'direct';
  const site = host.replace(/^www\./, '');
  if (site === ownHost.replace(/^www\./, '')) return 'inside';
  return site.length <= sourceCharsMax ? `site:${site}` : 'other';
}

/** Words by which programs that read pages name themselves. */
const botWords = new RegExp(
  [
    /(?<!cu)bots?\b|crawl|spider|slurp|scrap|preview|facebookexternalhit|embedly|monitor|uptime|pingdom|lighthouse/,
    /validator|archiver|feed|curl|wget|python|java\/|okhttp|axios|node-fetch|undici|go-http|libwww|httpclient/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);

/** Whether a user agent says that no person reads. One that says nothing is no browser. */
export const isBot = (userAgent: string): boolean => userAgent.trim() === '' || botWords.test(userAgent);
