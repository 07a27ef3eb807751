import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { DateField, type DateFieldProps } from '#web/shared/ui/DateField.tsx';

/** A date of birth: browsers fill it in, and the calendar opens at the decades. */
export function BirthDateField(
  field: Pick<DateFieldProps, 'value' | 'onChange' | 'onBlur' | 'name' | 'ref' | 'error'>,
) {
  const { t } = useTranslation('auth');
  return (
    <DateField label={t('birthDate')} autoComplete="bday" defaultLevel="decade" defaultDate="1990-01-01" {...field} />
  );
}
