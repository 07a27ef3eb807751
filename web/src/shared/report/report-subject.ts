import type { WireReport } from '@frontrow/contract/reports/api.ts';

/** What is reported, as the form sends it. */
export type ReportSubject = WireReport extends infer R
  ? R extends WireReport
    ? Omit<R, 'reason' | 'note'>
    : never
  : never;
