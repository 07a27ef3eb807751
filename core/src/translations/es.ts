import type { refusals } from '../refuse.ts';
import accounts from './es/account-refusals.ts';
import events from './es/event-refusals.ts';
import money from './es/money-refusals.ts';
import rooms from './es/room-refusals.ts';
import type { RefusalSentences } from './refusal-sentences.ts';

/** Each refusal's sentence in Spanish. English ones stand with their codes. */
export default { ...accounts, ...events, ...rooms, ...money } satisfies RefusalSentences<typeof refusals>;
