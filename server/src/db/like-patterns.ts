import { domainToASCII } from 'node:url';

const asciiOnly = /^\p{ASCII}*$/u;

/**
 * Patterns for `ILIKE ANY`, or null for an empty search: the text as typed (`%` and `_` mean themselves), and the text
 * with its domain in ASCII, because addresses are kept so.
 */
export function likePatterns(q: string | undefined): string[] | null {
  const typed = q?.trim() ?? '';
  if (typed === '') return null;
  const at = typed.lastIndexOf('@') + 1;
  const domain = typed.slice(at);
  const ascii = asciiOnly.test(domain) ? '' : domainToASCII(domain);
  const texts = ascii === '' ? [typed] : [typed, typed.slice(0, at) + ascii];
  return texts.map((text) => `%${text.replace(/[\\%_]/g, '\\$&')}%`);
}
