/** A piece of a description: text, or a link to somewhere outside; `at` is where it begins. */
export type Piece = { text: string; href?: string; at: number };

const address = /https?:\/\/[^\s<>"']+/g;
/** Punctuation that ends the sentence rather than the address. */
const trailing = /[.,;:!?)\]}»”]+$/;

/** Finds http(s) addresses in plain text; anything else stays text, so no other scheme can become a link. */
export function linkify(text: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(address)) {
    const shown = match[0].replace(trailing, '');
    const href = hrefOf(shown);
    if (!href) continue;
    if (match.index > at) pieces.push({ text: text.slice(at, match.index), at });
    pieces.push({ text: shown, href, at: match.index });
    at = match.index + shown.length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), at });
  return pieces;
}

function hrefOf(text: string): string | undefined {
  try {
    const url = new URL(text);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined;
  } catch {
    return undefined;
  }
}
