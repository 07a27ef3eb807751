import type { WireStatsDay } from '@frontrow/contract/stats/api.ts';

/** What one bar stands for. */
export type BarUnit = 'day' | 'week' | 'month';

export interface SalesBar {
  /** The first day of the bar. */
  readonly day: string;
  readonly sold: number;
  readonly visitors: number;
  readonly revenue: number;
}

const daysMax = 31;
const weeksMax = 20 * 7;

export const unitOf = (days: number): BarUnit => (days <= daysMax ? 'day' : days <= weeksMax ? 'week' : 'month');

/** Days put together so that a chart has few enough bars to be read. Weeks begin with the range. */
export function salesBars(days: readonly WireStatsDay[], unit: BarUnit, currency: string): SalesBar[] {
  const bars = new Map<string, SalesBar>();
  for (const [index, day] of days.entries()) {
    const key = unit === 'day' ? day.day : unit === 'week' ? days[index - (index % 7)]!.day : day.day.slice(0, 7);
    const bar = bars.get(key) ?? { day: day.day, sold: 0, visitors: 0, revenue: 0 };
    const revenue = day.money.find(({ currency_code: code }) => code === currency)?.revenue ?? 0;
    bars.set(key, {
      ...bar,
      sold: bar.sold + day.tickets_sold,
      visitors: bar.visitors + day.visitors,
      revenue: Math.round((bar.revenue + revenue) * 1000) / 1000,
    });
  }
  return [...bars.values()];
}
