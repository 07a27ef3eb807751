import '../styles/components.ts';
import '@mantine/core/styles/NumberInput.layer.css';
import { NumberInput, type NumberInputProps } from '@mantine/core';
import type { CurrencyShape } from '../format/money.ts';
import { decimalSign } from '../format/money-fields.ts';
import { useTranslation } from '../i18n/use-translation.ts';

type PriceFieldProps = Omit<
  NumberInputProps,
  'decimalScale' | 'decimalSeparator' | 'hideControls' | 'label' | 'min' | 'rightSection' | 'rightSectionWidth'
> & { label: string; currency: CurrencyShape };

/** An amount as the reader types it, with as many decimals as its currency has and the currency behind it. */
export function PriceField({ label, currency, ...field }: PriceFieldProps) {
  const { language } = useTranslation();
  return (
    <NumberInput
      min={0}
      decimalScale={currency.currency_digits}
      decimalSeparator={decimalSign(language)}
      hideControls
      rightSection={<span aria-hidden="true">{currency.currency_code}</span>}
      rightSectionWidth={56}
      label={
        <>
          {label} <span className="fr-visually-hidden">({currency.currency_code})</span>
        </>
      }
      {...field}
    />
  );
}
