import type { App } from '../src/app.ts';

/** How many answers were sent in front of the framework so far. */
export const sentAhead = ({ http }: Pick<App, 'http'>): number =>
  http.sentAhead().reduce((sum, sent) => sum + Object.values(sent).reduce((all, count) => all + count, 0), 0);
