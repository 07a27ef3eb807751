import { charCount, languagesMax } from '../events/limits.ts';
import { seenText } from '../kernel/text.ts';
import { refuse } from '../refuse.ts';

/** Code points. */
export const bioCharsMax = 500;
export const hostLinksMax = 5;
/** Characters of one link. */
export const linkCharsMax = 200;
/** Hosts one person may follow. */
export const followsMax = 1000;
/** Events one person may keep. */
export const favoritesMax = 1000;

/**
 * A web address people may publish: http or https, a host name with a dot, no user name in front of it (which could
 * pose as another site), nothing that would end an attribute.
 */
const shape =
  /^https?:\/\/(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}][\p{L}\p{N}-]*[\p{L}\p{N}](?::\d{1,5})?(?:[/?#][^\s<>"'\\^`{|}\p{Cc}\p{Bidi_Control}]*)?$/iu;
const scheme = /^[a-z][a-z0-9+.-]*:\/\//i;

/**
 * The address as it is kept, `https://` in front when none was typed; undefined for anything else than a web address.
 */
export function webLink(typed: string): string | undefined {
  const text = typed.trim();
  const link = scheme.test(text) ? text : `https://${text}`;
  return shape.test(link) ? link : undefined;
}

/** What hosts say of themselves on their public page. */
export interface HostProfile {
  /** Plain text; addresses in it become links where it is shown. */
  readonly bio: string;
  readonly langIdes: readonly number[];
  readonly links: readonly string[];
}

const blankLines = /\n{3,}/g;

/** The normalized profile. Refusals name the field in wire spelling. */
export function readHostProfile(typed: HostProfile, knownLangIdes: readonly number[]): HostProfile {
  const bio = seenText(typed.bio).replace(blankLines, '\n\n');
  if (charCount(bio) > bioCharsMax) throw refuse('bio_too_long', { maximum: bioCharsMax }, { field: 'bio' });
  const langIdes = [...new Set(typed.langIdes)];
  if (langIdes.length > languagesMax || langIdes.some((ide) => !knownLangIdes.includes(ide)))
    throw refuse('language_unknown', {}, { field: 'lang_ides' });
  return { bio, langIdes, links: readLinks(typed.links) };
}

function readLinks(typed: readonly string[]): string[] {
  const links = new Set<string>();
  for (const text of typed) {
    if (text.trim() === '') continue;
    if (charCount(text) > linkCharsMax)
      throw refuse('web_link_too_long', { maximum: linkCharsMax }, { field: 'links' });
    const link = webLink(text);
    if (link === undefined) throw refuse('web_link_invalid', {}, { field: 'links' });
    links.add(link);
  }
  if (links.size > hostLinksMax) throw refuse('too_many_links', { maximum: hostLinksMax }, { field: 'links' });
  return [...links];
}
