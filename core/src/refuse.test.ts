import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { refusals, refuse } from './refuse.ts';

test('values fill the sentence of a refusal', () => {
  expect(refuse('tickets_over_maximum', { maximum: 49 }).message).toBe('The maximum tickets number is 49');
});

test('a refusal knows its status, its field and when to come back', () => {
  const refusal = refuse('video_preparing', {}, { retryAfter: 3, field: 'event_uuid' });
  expect([refusal.status, refusal.retryAfter, refusal.field]).toEqual([503, 3, 'event_uuid']);
});

/** Sentences that are fixed letter for letter. */
const bySpec = [
  'Live Event title is a required field',
  'Maximum length is 120 characters.',
  'Event description is a required field',
  'Tickets number is a required field',
  'This must be a valid number',
  'The minimum tickets number is 1',
  'Enter a NFT collection or a coin',
  'Sorry event sold out',
  'please enter your email address',
  'emails should match',
  'Error processing event payment',
  'User not found',
  'Only supported .mp4 or .mov',
  'File size exceeded',
  'Video can not exceed 20 duration.',
  'Chat disabled',
  'There was an error starting the streaming. Check the event date is correct and check your permissions for this browser.',
  'There was an error joining the streaming. Check if the event has started and check your permissions for this browser.',
  'You have been blocked from this event. You will not be able to send messages using the chat until an admnistrator will unblock you again.',
];

test.each(bySpec)('the list says "%s" letter for letter', (sentence) => {
  expect(Object.values(refusals).map((row) => row.message)).toContain(sentence);
});

test('no two features define the same refusal code', () => {
  const codes = globSync('*/*.ts', { cwd: import.meta.dirname }).flatMap((file) => {
    const text = readFileSync(`${import.meta.dirname}/${file}`, 'utf8');
    const tables = text.matchAll(/^export const \w+Refusals = \{$([^]*?)^\} as const satisfies/gm);
    return [...tables].flatMap(([, rows = '']) => [...rows.matchAll(/^ {2}(\w+): \{/gm)].map((match) => match[1]!));
  });
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
  expect(codes.toSorted()).toEqual(Object.keys(refusals).toSorted());
});
