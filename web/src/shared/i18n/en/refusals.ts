import { type RefusalCode, refusals } from '@frontrow/core/refuse.ts';
import { asTexts } from '../core-texts.ts';

/** What core refuses in the browser: core's own sentences. */
export default asTexts(
  Object.fromEntries(Object.entries(refusals).map(([code, { message }]) => [code, message])) as Record<
    RefusalCode,
    string
  >,
);
