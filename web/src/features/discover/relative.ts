export type RelativeLanguage = 'es' | 'en';

/** Relative times are in Spanish or English: the first of the wanted languages that is either. */
export function relativeLanguage(wanted: readonly string[]): RelativeLanguage {
  const first = wanted.find((each) => /^e[ns]\b/i.test(each));
  return first && /^es/i.test(first) ? 'es' : 'en';
}

const minuteMs = 60_000;

const relativeWords = { minute: 'min', hour: 'h', day: 'days' } as const;

function relativeInEnglish(value: number, unit: keyof typeof relativeWords): string {
  if (value === 0) return `this ${unit}`;
  if (unit === 'day' && Math.abs(value) === 1) return value < 0 ? 'yesterday' : 'tomorrow';
  const length = `${Math.abs(value)} ${relativeWords[unit]}`;
  return value < 0 ? `${length} ago` : `in ${length}`;
}

/** `24 min ago`, `in 3 h`, `hace 24 min`. */
export function formatRelative(at: number, now: number, language: RelativeLanguage = 'en'): string {
  const minutes = Math.round((at - now) / minuteMs);
  const hours = Math.round(minutes / 60);
  const [value, unit] =
    Math.abs(minutes) < 60
      ? ([minutes, 'minute'] as const)
      : Math.abs(minutes) < 24 * 60
        ? ([hours, 'hour'] as const)
        : ([Math.round(minutes / (24 * 60)), 'day'] as const);
  if (language === 'en') return relativeInEnglish(value, unit);
  return new Intl.RelativeTimeFormat('es', { numeric: 'auto', style: 'short' }).format(value, unit);
}
