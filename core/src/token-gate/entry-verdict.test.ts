import { expect, test } from 'vitest';
import { entryVerdict } from './holdings.ts';
import { trustedUnaskedMs } from './limits.ts';

const unknown = (waited: number, wasIn = false) =>
  ({ is: 'unknown', since: 1_000, now: 1_000 + waited, wasIn }) as const;

test.each([
  ['that still holds the token', { is: 'known', holds: true } as const, 'in'],
  ['that sold the token', { is: 'known', holds: false } as const, 'sold'],
  ['whose chain can no longer be asked', { is: 'unaskable' } as const, 'in'],
  ['whose chain does not answer now', unknown(0), 'in'],
  ['whose chain has not answered for not quite ten minutes', unknown(trustedUnaskedMs - 1), 'in'],
  ['whose chain has not answered for ten minutes', unknown(trustedUnaskedMs), 'wait'],
  ['that was in already, however long its chain does not answer,', unknown(trustedUnaskedMs * 9, true), 'in'],
])('a wallet %s gets the verdict $2', (_who, asked, verdict) => expect(entryVerdict(asked)).toBe(verdict));
