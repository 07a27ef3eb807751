import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiRefusal, messageOf } from '#web/shared/api/refusal.ts';

/** Shows a refusal at its field, or above the button if it has none. The form's fields have the wire's names. */
export function showRefusal<V extends FieldValues>(form: UseFormReturn<V>, error: unknown): void {
  const fields = new Set(Object.keys(form.getValues()));
  const line = error instanceof ApiRefusal ? error.errors.find(({ field }) => field && fields.has(field)) : undefined;
  if (line?.field)
    form.setError(line.field as Path<V>, { type: line.code, message: line.message }, { shouldFocus: true });
  else form.setError('root', { type: 'server', message: messageOf(error) });
}
