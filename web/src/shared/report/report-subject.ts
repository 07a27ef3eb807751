import type { WireReport } from '@frontrow/contract/reports/api.ts';

/** What is reported, as the form sends it. */
export type ReportSubject = WireReport extends infer R
  ? R extends WireReport
    ? Omit<R, 'reason' | 'note'>
    : never
  : never;

let next: string | undefined;

/** Opens the form of this report as soon as its button is shown: for someone who pressed it and had to log in first. */
export const reportNext = (subject: ReportSubject): void => void (next = JSON.stringify(subject));

/** Whether the form of this report is to be opened, once. */
export function takeReport(subject: ReportSubject): boolean {
  if (next !== JSON.stringify(subject)) return false;
  next = undefined;
  return true;
}
