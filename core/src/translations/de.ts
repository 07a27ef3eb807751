import type { refusals } from '../refuse.ts';
import accounts from './de/account-refusals.ts';
import events from './de/event-refusals.ts';
import money from './de/money-refusals.ts';
import rooms from './de/room-refusals.ts';
import type { RefusalSentences } from './refusal-sentences.ts';

/** Each refusal's sentence in German. English ones stand with their codes. */
export default { ...accounts, ...events, ...rooms, ...money } satisfies RefusalSentences<typeof refusals>;
