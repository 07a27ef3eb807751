import { z } from 'zod';

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};
const counted: Readonly<Record<string, readonly [string, string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
};
const amount = (origin: string, count: number | bigint): string =>
  `${count}${counted[origin] ? ` ${counted[origin][Number(count) === 1 ? 0 : 1]}` : ''}`;

/** What is wrong with a value, in a sentence: people read it where a program of theirs sends what ours never would. */
export function inputSentence(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type')
    return issue.input === undefined
      ? 'This is missing.'
      : `This must be ${kinds[issue.expected] ?? 'something else'}.`;
  if (issue.code === 'too_big') return `At most ${amount(issue.origin, issue.maximum)}.`;
  if (issue.code === 'too_small' && issue.inclusive === false)
    return `More than ${amount(issue.origin, issue.minimum)}.`;
  if (issue.code === 'too_small') return `At least ${amount(issue.origin, issue.minimum)}.`;
  if (issue.code === 'invalid_value') return `This must be ${issue.values.map(String).join(' or ')}.`;
  return 'This is not valid.';
}

z.config({ customError: inputSentence });
