import { charCount } from '@frontrow/core/events/limits.ts';
import { pollChoiceCharsMax, pollChoicesMin, pollTextCharsMax } from '@frontrow/core/rooms/polls.ts';

interface PollChoice {
  readonly id: number;
  readonly text: string;
}

export interface PollProblems {
  readonly text?: 'text' | 'long';
  /** By the choice's id. */
  readonly choices: ReadonlyMap<number, 'choice' | 'same' | 'long'>;
}

export const isSound = ({ text, choices }: PollProblems): boolean => text === undefined && choices.size === 0;

/** Everything that is wrong with a poll as it was typed. Fields of further answers may stay empty. */
export function pollProblems(text: string, typed: readonly PollChoice[]): PollProblems {
  const choices = new Map<number, 'choice' | 'same' | 'long'>();
  const seen = new Set<string>();
  let missing = pollChoicesMin - typed.filter((choice) => choice.text.trim() !== '').length;
  for (const choice of typed) {
    const written = choice.text.trim();
    if (written === '') {
      if (missing > 0) choices.set(choice.id, 'choice');
      missing--;
    } else if (charCount(written) > pollChoiceCharsMax) choices.set(choice.id, 'long');
    else if (seen.has(written)) choices.set(choice.id, 'same');
    seen.add(written);
  }
  const problem = text.trim() === '' ? 'text' : charCount(text.trim()) > pollTextCharsMax ? 'long' : undefined;
  return { choices, ...(problem && { text: problem }) };
}
