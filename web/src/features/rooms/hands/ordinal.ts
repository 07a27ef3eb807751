const endings: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };

/** `1st`, `2nd`, `3rd`, `11th` in English; the number alone in other languages. */
export function ordinal(place: number, language: string): string {
  if (!language.startsWith('en')) return String(place);
  return `${place}${endings[new Intl.PluralRules('en', { type: 'ordinal' }).select(place)] ?? 'th'}`;
}
