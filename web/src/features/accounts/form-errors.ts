import type { FieldErrors, FieldValues, Path, Resolver, UseFormReturn } from 'react-hook-form';
import { ApiRefusal, messageOf } from '#web/shared/api/refusal.ts';
import { formField } from './auth-model.ts';

/** Validates a form by a pure function and turns its error keys into sentences. */
export function modelResolver<V extends FieldValues, K extends string>(
  validate: (values: V) => Partial<Record<keyof V, K>>,
  sentence: (key: K) => string,
): Resolver<V> {
  return (values) => {
    const found = Object.entries(validate(values)) as [string, K][];
    if (found.length === 0) return { values, errors: {} };
    return {
      values: {},
      errors: Object.fromEntries(
        found.map(([field, key]) => [field, { type: key, message: sentence(key) }]),
      ) as unknown as FieldErrors<V>,
    };
  };
}

/** Shows a refusal of the server at its field, or above the button if it has none. */
export function showRefusal<V extends FieldValues>(form: UseFormReturn<V>, error: unknown): void {
  const shown = new Set(Object.keys(form.getValues()));
  const rest: string[] = [];
  for (const each of error instanceof ApiRefusal ? error.errors : []) {
    const field = each.field === undefined ? undefined : formField[each.field];
    if (field !== undefined && shown.has(field))
      form.setError(field as Path<V>, { type: each.code, message: each.message }, { shouldFocus: true });
    else rest.push(each.message);
  }
  if (!(error instanceof ApiRefusal)) rest.push(messageOf(error));
  if (rest.length > 0) form.setError('root', { type: 'server', message: rest.join(', ') });
}

/** True when a mailed link was used or has expired, so that pressing again cannot help. */
export const isUsedUp = (error: unknown): boolean => error instanceof ApiRefusal && error.status === 410;
