import type { Texts } from './index.ts';

/** The texts of pages that nobody sees first. */
export const moreFiles = import.meta.glob<{ default: Texts }>([
  './*/*.ts',
  '!./en/app.ts',
  '!./*/{discover,event,hosts,reviews,search}.ts',
]);
