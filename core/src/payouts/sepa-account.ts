/** SEPA's countries by the first letters of their IBANs (EPC409-09): those of the EEA, and the others. */
const inEea = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
);
const outsideEea = new Set('AD AL CH GB GI MC MD ME MK RS SM VA'.split(' '));
/** Territories whose banks have the IBANs of another country and BICs with a code of their own. */
const territories: Readonly<Record<string, readonly string[]>> = {
  FR: ['BL', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'WF', 'YT'],
  GB: ['GG', 'IM', 'JE'],
};

const countryOf = (iban: string): string => iban.slice(0, 2);

export const isSepaIban = (iban: string): boolean => inEea.has(countryOf(iban)) || outsideEea.has(countryOf(iban));

/** A transfer that leaves or enters the EEA names the other bank by its BIC, and both sides' addresses. */
export const isOutsideEea = (iban: string): boolean => outsideEea.has(countryOf(iban));

/** Whether a bank with this BIC can keep an account with this IBAN. */
export function isBicOfIban(bic: string, iban: string): boolean {
  const country = bic.slice(4, 6);
  return country === countryOf(iban) || territories[countryOf(iban)]?.includes(country) === true;
}

/** Letters and digits of what was pasted: full-width forms become plain; spaces, hyphens and unseen characters go. */
const compact = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll(/[\s\p{Cf}\p{Cc}\p{Pd}−.]/gu, '')
    .toUpperCase();

/** An IBAN as people paste it, with "IBAN" in front or not. No country has the code IB. */
export const cleanIban = (typed: string): string => compact(typed).replace(/^(IBAN)?:?/, '');

/**
 * A BIC as people paste it. "BIC" alone may be the beginning of one, so it goes only with a sign or a space after it.
 */
export const cleanBic = (typed: string): string =>
  compact(typed.normalize('NFKC').replace(/^[\s\p{Cf}]*(bic|swift)([\s/]*(swift|code|bic))*([\s:]+)/iu, ''));
