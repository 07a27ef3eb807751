import { text } from '#web/shared/i18n/index.ts';

const minuteMs = 60_000;

/** `24 min ago`, `in 3 h`, `yesterday`, `hace 24 min`. By hand: a phone's first `Intl` object is a long task. */
export function formatRelative(at: number, now: number): string {
  const minutes = Math.round((at - now) / minuteMs);
  const say = (unit: 'minutes' | 'hours' | 'days', n: number): string =>
    text('discover', `relative.${unit}${minutes < 0 ? 'Ago' : 'In'}`, { n: Math.abs(n) });
  if (minutes === 0) return text('discover', 'relative.now');
  if (Math.abs(minutes) < 60) return say('minutes', minutes);
  if (Math.abs(minutes) < 24 * 60) return say('hours', Math.round(minutes / 60));
  const days = Math.round(minutes / (24 * 60));
  return Math.abs(days) > 1
    ? say('days', days)
    : text('discover', days < 0 ? 'relative.yesterday' : 'relative.tomorrow');
}
