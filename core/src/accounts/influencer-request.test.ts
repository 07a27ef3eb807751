import { expect, test } from 'vitest';
import { influencerRequestMachine, readRefusalReason, refusalReasonCharsMax } from './influencer-request.ts';

test('a person asks once, and only a pending request is decided', () => {
  expect(influencerRequestMachine.from('ask')).toEqual(['none']);
  expect(influencerRequestMachine.from('authorize')).toEqual(['pending']);
  expect(influencerRequestMachine.from('refuse')).toEqual(['pending']);
  expect(influencerRequestMachine.next('pending', 'refuse')).toBe('none');
});

test('a refusal has a reason of at most 500 characters', () => {
  expect(() => readRefusalReason('  ')).toThrow('Reason is required.');
  expect(() => readRefusalReason('x'.repeat(refusalReasonCharsMax + 1))).toThrow('Use at most 500 characters.');
  expect(readRefusalReason(` ${'😀'.repeat(refusalReasonCharsMax)} `)).toBe('😀'.repeat(refusalReasonCharsMax));
});
