import '#web/shared/styles/components.ts';
import { TextInput } from '@mantine/core';
import type { ApiRefusal } from '#web/shared/api/refusal.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';

const fields = [
  { name: 'bic', charsMax: 60, autoComplete: 'off' },
  { name: 'street', charsMax: 70, autoComplete: 'street-address' },
  { name: 'postcode', charsMax: 16, autoComplete: 'postal-code' },
  { name: 'town', charsMax: 35, autoComplete: 'address-level2' },
  { name: 'country', charsMax: 2, autoComplete: 'country' },
] as const;

type Abroad = Readonly<Record<(typeof fields)[number]['name'], string>>;
export const emptyAbroad: Abroad = { bic: '', street: '', postcode: '', town: '', country: '' };

interface AbroadFieldsProps {
  typed: Abroad;
  onChange: (typed: Abroad) => void;
  refusal: ApiRefusal | undefined;
}

/** What a transfer to a bank outside the EEA needs beyond the IBAN. */
export function AbroadFields({ typed, onChange, refusal }: AbroadFieldsProps) {
  const { t } = useTranslation('payouts');
  return fields.map(({ name, charsMax, autoComplete }) => (
    <TextInput
      key={name}
      label={t(`add.abroad.${name}`)}
      description={name === 'bic' || name === 'country' ? t(`add.abroadHint.${name}`) : undefined}
      maxLength={charsMax}
      autoComplete={autoComplete}
      value={typed[name]}
      onChange={(event) => onChange({ ...typed, [name]: event.currentTarget.value })}
      error={refusal?.field(name)}
    />
  ));
}
