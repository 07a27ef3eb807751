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

/** The form's field by the name it has on the wire, which many forms use themselves. */
const fieldIn = (fields: ReadonlySet<string>, name: string | undefined): string | undefined =>
  [name, formField[name ?? '']].find((field) => field !== undefined && fields.has(field));

/** Shows a refusal of the server at its fields, or above the button where it has none. */
export function showRefusal<V extends FieldValues>(
  form: Pick<UseFormReturn<V>, 'getValues' | 'setError'>,
  error: unknown,
): void {
  const fields = new Set(Object.keys(form.getValues()));
  const lines = error instanceof ApiRefusal ? error.errors : [];
  const atFields = lines.flatMap((line) => {
    const field = fieldIn(fields, line.field);
    return field === undefined ? [] : [{ ...line, field }];
  });
  for (const [place, { field, code, message }] of atFields.entries())
    form.setError(field as Path<V>, { type: code, message }, { shouldFocus: place === 0 });
  const rest = lines.filter(({ field }) => fieldIn(fields, field) === undefined).map(({ message }) => message);
  if (rest.length > 0 || atFields.length === 0)
    form.setError('root', { type: 'server', message: rest.join(', ') || messageOf(error) });
}

/** True when a mailed link was used or has expired, so that pressing again cannot help. */
export const isUsedUp = (error: unknown): boolean => error instanceof ApiRefusal && error.status === 410;
