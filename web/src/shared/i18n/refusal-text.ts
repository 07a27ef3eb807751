import type { RefusalParams } from '@frontrow/core/kernel/refusal.ts';
import { refuse, type RefusalCode } from '@frontrow/core/refuse.ts';
import { valueIn } from '@frontrow/core/translations/refusal-sentences.ts';
import type { TextKey } from './catalogues.ts';
import { text } from './index.ts';
import { language } from './language.ts';

/**
 * What core refuses in this browser, in the reader's language: the server says the same of what it refuses. Code that
 * calls it is fetched with the catalogue `refusals`; until that is here the sentence is English.
 */
export function refusalText(code: RefusalCode, params: RefusalParams = {}): string {
  const values = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? valueIn(value, language()) : value,
    ]),
  );
  const said = text('refusals', code as TextKey<'refusals'>, values);
  return said === code ? refuse(code, params).message : said;
}
