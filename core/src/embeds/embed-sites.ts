import { cutText } from '../kernel/text.ts';
import { refuse } from '../refuse.ts';

/** Websites a host may name. */
export const embedSitesMax = 20;
/** Characters of one of them. */
export const embedSiteCharsMax = 200;
/** So much of a wrong one is repeated in the refusal. */
const shownCharsMax = 60;

/** Names of hosts in ASCII, with a dot; a star in front stands for every subdomain. */
const siteShape =
  /^https:\/\/(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9](?::\d{1,5})?$/;
/** A website in development; browsers treat it like https. */
const localShape = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/;

/**
 * The websites as `frame-ancestors` names them: origins, each once. What people type may have a path, and no scheme.
 * Anything that is not exactly an origin is refused, because it becomes part of a header.
 */
export function readEmbedSites(typed: readonly string[], toAscii: (host: string) => string): string[] {
  const sites = new Set<string>();
  for (const text of typed) {
    if (text.trim() === '') continue;
    const site = originOf(text.trim(), toAscii);
    if (site === undefined)
      throw refuse('embed_site_invalid', { site: cutText(text.trim(), shownCharsMax) }, { field: 'embed_sites' });
    sites.add(site);
  }
  if (sites.size > embedSitesMax)
    throw refuse('too_many_embed_sites', { maximum: embedSitesMax }, { field: 'embed_sites' });
  return [...sites];
}

const parts = /^(?:(https?):\/\/)?(\*\.)?([^\s/?#@:\\]+)(?::(\d{1,5}))?(?:[/?#].*)?$/i;
const portMax = 65_535;
const httpsPort = '443';

function originOf(text: string, toAscii: (host: string) => string): string | undefined {
  const [, scheme = 'https', star = '', host = '', port] = parts.exec(text) ?? [];
  if (Number(port ?? 0) > portMax) return undefined;
  const shownPort = port === undefined || port === httpsPort ? '' : `:${Number(port)}`;
  const site = `${scheme.toLowerCase()}://${star}${toAscii(host.toLowerCase())}${shownPort}`;
  return siteShape.test(site) || localShape.test(site) ? site : undefined;
}
