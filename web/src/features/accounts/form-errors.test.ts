import { describe, expect, it, vi } from 'vitest';
import { ApiRefusal } from '#web/shared/api/refusal.ts';
import { showRefusal } from './form-errors.ts';

function shown(values: Record<string, string>, error: unknown) {
  const setError = vi.fn();
  showRefusal({ getValues: () => values, setError } as unknown as Parameters<typeof showRefusal>[0], error);
  return setError.mock.calls.map(([field, { message }, focus]) => [field, message, focus?.shouldFocus]);
}
const refusal = (...errors: { message: string; field?: string }[]) =>
  new ApiRefusal(
    400,
    errors.map((error) => ({ code: 'wrong', ...error })),
  );

describe('a refusal', () => {
  it('a refusal is shown at its fields, by the form’s name or the wire’s, and the first one has the focus', () => {
    const error = refusal({ message: 'Too young.', field: 'date_of_birth' }, { message: 'Taken.', field: 'username' });
    expect(shown({ birthDate: '', username: '' }, error)).toEqual([
      ['birthDate', 'Too young.', true],
      ['username', 'Taken.', false],
    ]);
    expect(shown({ date_of_birth: '' }, refusal({ message: 'Too young.', field: 'date_of_birth' }))).toEqual([
      ['date_of_birth', 'Too young.', true],
    ]);
  });

  it('a refusal is shown above the button where the form has no such field', () => {
    const error = refusal(
      { message: 'Wrong.', field: 'email' },
      { message: 'Locked.' },
      { message: 'No.', field: 'x' },
    );
    expect(shown({ email: '' }, error)).toEqual([
      ['email', 'Wrong.', true],
      ['root', 'Locked., No.', undefined],
    ]);
  });

  it('every kind of error is shown somewhere', () => {
    for (const error of [new TypeError('no network'), new ApiRefusal(502, []), refusal({ message: '' })])
      expect(shown({ email: '' }, error)).toEqual([['root', expect.stringMatching(/./), undefined]]);
  });
});
