import type { FormField } from './draft-errors.ts';

/** The id of a field's element, where links from the list of problems lead. */
export const fieldId = (field: FormField): string => `publish-${field}`;
