export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 50);

/** One block of a bench's output: a title and aligned lines. */
export function print(title: string, lines: readonly (readonly [string, string])[]): void {
  const width = Math.max(...lines.map(([name]) => name.length));
  process.stdout.write(`\n${title}\n${lines.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`).join('\n')}\n`);
}
