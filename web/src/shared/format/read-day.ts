const monthFirst = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/;
const isoDay = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * A typed day as `YYYY-MM-DD`: month first, or as browsers fill in a birthday (`1990-04-05`). Null for anything that is
 * not a day of the calendar.
 */
export function readDay(text: string): string | null {
  const typed = monthFirst.exec(text.trim());
  const iso = isoDay.exec(text.trim());
  const [year, month, day] = typed ? [typed[3], typed[1], typed[2]] : (iso?.slice(1) ?? []);
  if (!year || !month || !day) return null;
  const read = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${read}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(read) ? read : null;
}
