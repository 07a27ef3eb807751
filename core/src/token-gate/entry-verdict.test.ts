import { expect, test } from 'vitest';
import { entryVerdict } from './holdings.ts';
import { trustedUnaskedMs } from './limits.ts';

const unknown = (waited: number, wasIn = false) =>
  ({ is: 'unknown', since: 1_000, now: 1_000 + waited, wasIn }) as const;

test.each([
  ['in: it still holds', { is: 'known', holds: true } as const, 'in'],
  ['out: it sold', { is: 'known', holds: false } as const, 'sold'],
  ['in: nobody can be asked any more', { is: 'unaskable' } as const, 'in'],
  ['in: nobody answers now', unknown(0), 'in'],
  ['in: nobody answered for not quite ten minutes', unknown(trustedUnaskedMs - 1), 'in'],
  ['to wait: nobody answered for ten minutes', unknown(trustedUnaskedMs), 'wait'],
  ['in: it was in already, however long nobody answers', unknown(trustedUnaskedMs * 9, true), 'in'],
])('%s', (_who, asked, verdict) => expect(entryVerdict(asked)).toBe(verdict));
