const framesMin = 20;
/** With uneven frames (a slide show, a shared screen) losses cannot be told from pauses. */
const evenShareMin = 0.9;
const evenWithin = 0.3;
const gapFactor = 1.7;

/** Estimates the number of missing frames from the timestamps (milliseconds) of those that arrived. */
export function lostFrames(times: readonly number[]): number {
  if (times.length < framesMin) return 0;
  const gaps = times.slice(1).map((ms, index) => ms - times[index]!);
  const usual = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)]!;
  if (usual <= 0) return 0;
  const even = gaps.filter((gap) => Math.abs(gap - usual) <= Math.max(2, usual * evenWithin)).length;
  if (even < gaps.length * evenShareMin) return 0;
  return gaps.reduce((lost, gap) => lost + (gap > usual * gapFactor ? Math.round(gap / usual) - 1 : 0), 0);
}
