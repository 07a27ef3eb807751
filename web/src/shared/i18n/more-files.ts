import type { Texts } from './index.ts';

/** English texts of pages that are never the first to open. */
export const moreFiles = import.meta.glob<{ default: Texts }>([
  './en/*.ts',
  '!./en/app.ts',
  '!./en/{discover,event,hosts,reviews,search}.ts',
]);
