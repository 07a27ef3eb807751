import type { BooksPage, TheirMoney } from '../ports/provider-books.ts';

/**
 * Reads the lines of a provider's books one by one. A line that is not what the provider's contract promises is named
 * in `unread`: it must not end the comparison of all the others.
 */
export function readLines<Line>(
  lines: readonly Line[],
  {
    refOf,
    moneyOf,
  }: {
    readonly refOf: (line: Line) => string | undefined;
    /** Undefined where the line moves no money of ours. */
    readonly moneyOf: (line: Line) => TheirMoney | undefined;
  },
): Pick<BooksPage, 'money' | 'unread'> {
  const money: TheirMoney[] = [];
  const unread: { ref: string; error: string }[] = [];
  for (const line of lines)
    try {
      const moved = moneyOf(line);
      if (moved) money.push(moved);
    } catch (error) {
      unread.push({ ref: refOf(line) ?? 'without a name', error: String(error) });
    }
  return { money, unread };
}
