import type { DemoEvent } from './demo-event.ts';
import { later } from './later.ts';
import { past } from './past.ts';
import { pastOfHost } from './past-of-host.ts';
import { soon } from './soon.ts';
import { thisWeek } from './this-week.ts';

/** What is on in a demo installation, besides the open stages. */
export const programme: readonly DemoEvent[] = [...soon, ...thisWeek, ...later, ...past, ...pastOfHost];
