import { createElement, Fragment, type ReactNode } from 'react';

/**
 * A text with marked parts: `rich('I accept the <terms>terms</terms>', { terms: (part) => <Link to="…">{part}</Link>
 * })`.
 */
export function rich(text: string, parts: Readonly<Record<string, (part: string) => ReactNode>>): ReactNode {
  const pieces = text.split(/(<\w+>[^<]*<\/\w+>)/g).map((piece) => {
    const marked = /^<(\w+)>([^<]*)<\/\1>$/.exec(piece);
    const draw = marked ? parts[marked[1]!] : undefined;
    return marked && draw ? draw(marked[2]!) : piece;
  });
  // As separate arguments: pieces of a sentence never move, so they need no keys.
  return createElement(Fragment, null, ...pieces);
}
