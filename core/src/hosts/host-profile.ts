import { charCount, languagesMax } from '../events/limits.ts';
import { seenText } from '../kernel/seen-text.ts';
import { refuse } from '../refuse.ts';
import { bioCharsMax, hostLinksMax, linkCharsMax } from './limits.ts';
import { webLink } from './web-link.ts';

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
