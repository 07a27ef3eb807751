import '#web/shared/styles/components.ts';
import '@mantine/core/styles/Combobox.layer.css';
import { billingAddressCharsMax, billingNameCharsMax, taxIdCharsMax } from '@frontrow/core/billing/limits.ts';
import type { WireBillingDetails } from '@frontrow/contract/billing/api.ts';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import styles from './Billing.module.css';
import { countriesByName } from './country-names.ts';

/** The form's values: a select has no null. */
export type TypedDetails = Omit<WireBillingDetails, 'country'> & { country: string };

export const typedDetails = (details: WireBillingDetails): TypedDetails => ({
  ...details,
  country: details.country ?? '',
});
export const wireDetails = (typed: TypedDetails): WireBillingDetails => ({ ...typed, country: typed.country || null });

/** Name, address, country and tax id. All of them may stay empty. */
export function BillingFields({ form }: { form: UseFormReturn<TypedDetails> }) {
  const { t, language } = useTranslation('billing');
  const { errors } = form.formState;
  return (
    <div className={styles.fields}>
      <TextInput
        label={t('details.name')}
        autoComplete="name"
        maxLength={billingNameCharsMax}
        error={errors.name?.message}
        {...form.register('name')}
      />
      <TextInput
        label={t('details.taxId')}
        autoComplete="off"
        maxLength={taxIdCharsMax}
        error={errors.tax_id?.message}
        {...form.register('tax_id')}
      />
      <Textarea
        label={t('details.address')}
        autoComplete="street-address"
        rows={3}
        maxLength={billingAddressCharsMax}
        error={errors.address?.message}
        {...form.register('address')}
      />
      <NativeSelect
        label={t('details.country')}
        autoComplete="country"
        data={[{ value: '', label: t('details.noCountry') }, ...countriesByName(language)]}
        error={errors.country?.message}
        {...form.register('country')}
      />
    </div>
  );
}
