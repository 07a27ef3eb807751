import { type FieldPath, useController } from 'react-hook-form';
import type { PublishDraft } from './draft-shape.ts';
import { fieldId } from './field-id.ts';
import type { Publish } from './use-publish.ts';

/** What an input needs to be a field of the form. */
export function useField<N extends FieldPath<PublishDraft>>({ form, changed }: Publish, name: N) {
  const { field, fieldState } = useController({ control: form.control, name });
  return {
    ...field,
    id: fieldId(name),
    error: fieldState.error?.message,
    /** Takes a value or the event of an input. */
    onChange(next: unknown): void {
      changed(name);
      field.onChange(next);
    },
  };
}
