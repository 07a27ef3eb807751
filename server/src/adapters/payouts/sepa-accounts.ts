import { cleanBic, cleanIban, isBicOfIban, isOutsideEea, isSepaIban } from '@frontrow/core/payouts/sepa-account.ts';
import { sepaTextFault } from '@frontrow/core/payouts/sepa-text.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { isQRIBAN, isValidBIC, isValidIBAN } from 'ibantools';
import type { HolderAddress } from '../../ports/payouts.ts';

/** Where a bank transfer goes. */
export interface SepaAccount {
  readonly iban: string;
  readonly bic?: string | undefined;
  readonly address?: HolderAddress | undefined;
}

const country = /^[A-Z]{2}$/;

/** As it is kept sealed: the IBAN alone, or with what a transfer out of the EEA needs. */
export const packAccount = (account: SepaAccount): string =>
  account.bic === undefined ? account.iban : JSON.stringify(account);

export const unpackAccount = (packed: string): SepaAccount =>
  packed.startsWith('{') ? (JSON.parse(packed) as SepaAccount) : { iban: packed };

/** What a host typed, checked. `reachesOutside`: transfers that leave the EEA can be made here. */
export function readAccount(
  typed: { account: string; bic?: string | undefined; address?: HolderAddress | undefined },
  reachesOutside: boolean,
): SepaAccount {
  const iban = cleanIban(typed.account);
  const no = (detail: string, field = 'account') => refuse('payout_account_invalid', { detail }, { field });
  if (!isValidIBAN(iban)) throw no('This is not a valid IBAN. Please check its letters and digits.');
  if (!isSepaIban(iban)) throw no('This account is in a country that SEPA does not reach.');
  if (isQRIBAN(iban)) throw no('This is a QR-IBAN, which takes QR-bills only. Please give the IBAN of the account.');
  const bic = cleanBic(typed.bic ?? '');
  if (bic !== '' && !isValidBIC(bic)) throw no('This is not a valid BIC. It has 8 or 11 letters and digits.', 'bic');
  if (bic !== '' && !isBicOfIban(bic, iban))
    throw no('This BIC belongs to a bank in another country than the IBAN.', 'bic');
  if (!isOutsideEea(iban)) return { iban, bic: bic === '' ? undefined : bic };
  if (!reachesOutside) throw no('We can’t send bank transfers to accounts in this country.');
  if (bic === '') throw no('Please give the BIC of your bank: transfers to this country need it.', 'bic');
  return { iban, bic, address: readAddress(typed.address, no) };
}

function readAddress(
  typed: HolderAddress | undefined,
  no: (detail: string, field: string) => Error,
): HolderAddress | undefined {
  const line = (text = '') => text.trim().replaceAll(/\s+/g, ' ');
  const address = {
    street: line(typed?.street),
    postcode: line(typed?.postcode),
    town: line(typed?.town),
    country: line(typed?.country).toUpperCase(),
  };
  for (const field of ['street', 'town'] as const) {
    const needed = { street: 'your street and house number', town: 'your town' }[field];
    if (!/[\p{L}\p{N}]/u.test(address[field]))
      throw no(`Please give ${needed}: transfers to this country need it.`, field);
  }
  if (!country.test(address.country)) throw no('Please give your country as two letters, like CH.', 'country');
  for (const field of ['street', 'postcode', 'town'] as const) {
    const fault = sepaTextFault(address[field]);
    if (fault !== undefined) throw no(fault, field);
  }
  return address;
}

/** Why a transfer to an account that is kept already cannot be written; undefined: it can. */
export function accountFault({ iban, bic, address }: SepaAccount, reachesOutside: boolean): string | undefined {
  if (!isOutsideEea(iban)) return undefined;
  if (!reachesOutside) return 'We can’t send bank transfers to accounts in this country.';
  return bic !== undefined && address !== undefined
    ? undefined
    : 'Your bank is outside the EEA, so the transfer needs its BIC and your address: add the account again.';
}
