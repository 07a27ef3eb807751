import '#web/shared/styles/components.ts';
import '@mantine/core/styles/Combobox.layer.css';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { sellingTerms } from '@frontrow/core/catalog/selling-terms.ts';
import { currencyChoice } from '#web/shared/format/money-fields.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import styles from './Offer.module.css';
import type { PartProps } from './offer-draft.ts';
import type { DraftLength } from './offer-draft.ts';

/** Which lengths are offered, and what each costs. */
export function LengthFields({ draft, change }: PartProps) {
  const { t, language } = useTranslation('offering');
  const set = (changed: DraftLength) =>
    change({ lengths: draft.lengths.map((each) => (each.minutes === changed.minutes ? changed : each)) });
  return (
    <>
      <NativeSelect
        label={t('lengths.currency')}
        className={styles.zone ?? ''}
        data={sellingTerms.map(({ currency }) => currencyChoice(currency.code, language))}
        value={draft.currency}
        onChange={(event) => change({ currency: event.currentTarget.value })}
      />
      <div className={styles.lengths}>
        {draft.lengths.map((length) => (
          <div key={length.minutes} className={styles.length}>
            <Checkbox
              label={t('lengths.minutes', { count: length.minutes })}
              checked={length.on}
              onChange={(event) => set({ ...length, on: event.currentTarget.checked })}
            />
            <TextInput
              aria-label={t('lengths.price', { count: length.minutes, currency: draft.currency })}
              placeholder={t('lengths.placeholder')}
              inputMode="decimal"
              maxLength={7}
              disabled={!length.on}
              value={length.price}
              rightSection={<span aria-hidden="true">{draft.currency}</span>}
              rightSectionWidth={56}
              onChange={(event) => set({ ...length, price: event.currentTarget.value })}
            />
          </div>
        ))}
      </div>
    </>
  );
}
