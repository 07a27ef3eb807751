/**
 * How many wrong letters a correction may have: none in words of one or two letters, where any change is another
 * word.
 */
export function editsForgiven(letters: number): number {
  if (letters < 3) return 0;
  return letters < 6 ? 1 : 2;
}

/**
 * Damerau-Levenshtein distance: fewest letters to add, delete, change or swap with their neighbour to turn one word
 * into the other. `begun`: into any beginning of the other, for a word that is still being typed.
 */
export function editDistance(from: string, to: string, begun = false): number {
  const a = [...from];
  const b = [...to];
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let best = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, before[j - 2]! + 1);
      next.push(best);
    }
    before = row;
    row = next;
  }
  return begun ? Math.min(...row) : row[b.length]!;
}

const nearestMax = 5;

/** The known words closest to this one: all of them at the same, smallest distance. */
export function nearestWords(word: string, known: readonly string[], begun: boolean): string[] {
  const forgiven = editsForgiven([...word].length);
  const near = known
    .map((each) => ({ each, whole: editDistance(word, each), edits: editDistance(word, each, begun) }))
    .filter(({ edits }) => edits > 0 && edits <= forgiven)
    .toSorted((a, b) => a.edits - b.edits || a.whole - b.whole || (a.each < b.each ? -1 : 1));
  return near
    .filter(({ edits }) => edits === near[0]?.edits)
    .slice(0, nearestMax)
    .map(({ each }) => each);
}
