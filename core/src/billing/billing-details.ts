import { refuse } from '../refuse.ts';
import { countries } from './countries.ts';

/** Who a receipt is written to, or who wrote it. Every part is optional. */
export interface BillingDetails {
  readonly name: string;
  /** Lines of text. */
  readonly address: string;
  readonly country: string | undefined;
  readonly taxId: string;
}

/** Signs that no name, address or number has: they could hide what a receipt says. */
const unwritable = /[\p{Cc}\p{Cf}\p{Co}]/gu;

const line = (typed: string): string => typed.replace(unwritable, ' ').replace(/\s+/g, ' ').trim();

/** The details as they are kept; refuses a country that does not exist. */
export function readBillingDetails(typed: {
  readonly name: string;
  readonly address: string;
  readonly country: string | null;
  readonly taxId: string;
}): BillingDetails {
  const country = typed.country?.trim().toUpperCase() || undefined;
  if (country !== undefined && !countries.includes(country)) throw refuse('country_unknown', {}, { field: 'country' });
  return {
    name: line(typed.name),
    address: typed.address.split('\n').map(line).filter(Boolean).join('\n'),
    country,
    taxId: line(typed.taxId),
  };
}
