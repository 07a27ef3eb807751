/** What was counted on one day, of one event or of all of a host. */
export interface DayNumbers {
  readonly day: string;
  readonly currency: string;
  readonly sold: number;
  readonly returned: number;
  readonly priceMinor: number;
  readonly feeMinor: number;
  readonly refundedPriceMinor: number;
  readonly refundedFeeMinor: number;
  readonly reviews: number;
  readonly stars: number;
  readonly shows: number;
  readonly expected: number;
  readonly came: number;
  readonly viewersPeak: number;
  readonly viewerMinutes: number;
  readonly minutes: number;
  readonly turns: number;
  readonly messages: number;
}

export interface DayViews {
  readonly day: string;
  readonly views: number;
  readonly visitors: number;
  readonly checkouts: number;
}

export interface Totals {
  readonly views: number;
  readonly visitors: number;
  readonly checkouts: number;
  readonly sold: number;
  readonly returned: number;
  /** Tickets sold of a hundred visitors, to a tenth. */
  readonly conversion: number | null;
  readonly shows: number;
  readonly expected: number;
  readonly came: number;
  readonly noShows: number;
  readonly viewersPeak: number;
  readonly viewersAverage: number;
  readonly watchMinutesAverage: number;
  readonly turns: number;
  readonly messages: number;
  readonly reviews: number;
  readonly starsAverage: number | null;
}

/** Money of one currency: revenue and fee without what was given back. */
export interface MoneyTotal {
  readonly currency: string;
  readonly revenueMinor: number;
  readonly feeMinor: number;
  readonly refundedMinor: number;
}

const tenth = (value: number): number => Math.round(value * 10) / 10;
const hundredth = (value: number): number => Math.round(value * 100) / 100;
const share = (part: number, whole: number): number => (whole === 0 ? 0 : tenth(part / whole));

export function totalsOf(numbers: readonly DayNumbers[], views: readonly DayViews[]): Totals {
  const sum = (of: (day: DayNumbers) => number): number => numbers.reduce((total, day) => total + of(day), 0);
  const seen = (of: (day: DayViews) => number): number => views.reduce((total, day) => total + of(day), 0);
  const sold = sum((day) => day.sold);
  const visitors = seen((day) => day.visitors);
  const expected = sum((day) => day.expected);
  const came = sum((day) => day.came);
  const watched = sum((day) => day.viewerMinutes);
  const reviews = sum((day) => day.reviews);
  return {
    views: seen((day) => day.views),
    visitors,
    checkouts: seen((day) => day.checkouts),
    sold,
    returned: sum((day) => day.returned),
    conversion: visitors === 0 ? null : tenth((100 * sold) / visitors),
    shows: sum((day) => day.shows),
    expected,
    came,
    noShows: expected - came,
    viewersPeak: numbers.reduce((peak, day) => Math.max(peak, day.viewersPeak), 0),
    viewersAverage: share(
      watched,
      sum((day) => day.minutes),
    ),
    watchMinutesAverage: share(watched, came),
    turns: sum((day) => day.turns),
    messages: sum((day) => day.messages),
    reviews,
    starsAverage: reviews === 0 ? null : hundredth(sum((day) => day.stars) / reviews),
  };
}

/** Money by currency, in the order of their codes. */
export function moneyOf(numbers: readonly DayNumbers[]): MoneyTotal[] {
  return [...Map.groupBy(numbers, (day) => day.currency)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, days]) => {
      const sum = (of: (day: DayNumbers) => number): number => days.reduce((total, day) => total + of(day), 0);
      const back = sum((day) => day.refundedPriceMinor);
      return {
        currency,
        revenueMinor: sum((day) => day.priceMinor) - back,
        feeMinor: sum((day) => day.feeMinor - day.refundedFeeMinor),
        refundedMinor: back,
      };
    });
}
