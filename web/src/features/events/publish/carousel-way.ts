/** Where a row is on its way to: what passes its middle on the way is not chosen. */
export function createWay() {
  let goal: number | null = null;
  return {
    /** Whether the row, with `middle` in its middle, must go for `index`. */
    aim(index: number, middle: number): boolean {
      if (middle === index && (goal ?? index) === index) return false;
      goal = index;
      return true;
    },
    byHand(): void {
      goal = null;
    },
    /** What is chosen by its being in the middle; null while the row is on its way. */
    passes(middle: number): number | null {
      if (goal === null) return middle;
      if (middle === goal) goal = null;
      return null;
    },
  };
}
