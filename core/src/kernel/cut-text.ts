/**
 * The beginning of a text in at most `unitsMax` UTF-16 code units, for others who limit texts. What readers see as one
 * character stays whole or is left out, so that no half of it is sent.
 */
export function cutText(text: string, unitsMax: number): string {
  if (text.length <= unitsMax) return text;
  let end = 0;
  for (const { index, segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    if (index + segment.length > unitsMax) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}
