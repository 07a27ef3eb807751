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

/** Letters and digits of what was pasted, without the label in front: full-width forms become plain. */
const compact = (typed: string, label: RegExp): string =>
  typed
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replace(label, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();

/** No country has the code IB. "No" is Norway's, so it belongs to the label only with a sign after it. */
const ibanLabel =
  /^[^\p{L}\p{N}]*((international\s+bank\s+account\s+number|[iİı]ban)([\s\p{Pd}]*n[ro][.:]|[\s\p{Pd}]*(nr|number|nummer|code)(?!\p{L}))?[^\p{L}\p{N}]*)+/iu;
/** "BIC" alone may be the beginning of one, so it goes only with a sign or a space after it. */
const bicLabel = /^[^\p{L}\p{N}]*(bic|swift)([\s/\p{Pd}]*(swift|code|bic))*[^\p{L}\p{N}]+/iu;

/** An IBAN as people paste it, with its label or not. Its check digits find what was lost or added. */
export const cleanIban = (typed: string): string => compact(typed, ibanLabel);

/** A BIC as people paste it, with its label or not. */
export const cleanBic = (typed: string): string => compact(typed, bicLabel);

const shownChars = 4;
const hidden = '••••';

/** An IBAN as it is shown: country and last four. */
export const maskedIban = (iban: string): string => `${iban.slice(0, 2)} ${hidden} ${iban.slice(-shownChars)}`;

/** An email address as it is shown: first letter and domain. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${[...email][0] ?? ''}${hidden}${email.slice(at)}`;
}

/** Any other account: its last four. */
export const maskedAccount = (account: string): string => `${hidden} ${account.slice(-shownChars)}`;

/** The words of a name without case, accents and punctuation. */
const wordsOf = (name: string): ReadonlySet<string> =>
  new Set(
    name
      .normalize('NFKD')
      .replaceAll(/\p{Mn}/gu, '')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== ''),
  );

/**
 * Whether a holder's name is one of a person's names: the same words in any order. A bank may leave a second name out
 * or know one more, so it is enough that all words of the shorter name are in the longer one, and two are the same.
 */
export function isNameOf(holder: string, names: readonly string[]): boolean {
  const typed = wordsOf(holder);
  return names.some((name) => {
    const own = wordsOf(name);
    const common = [...own].filter((word) => typed.has(word)).length;
    const shorter = Math.min(own.size, typed.size);
    return common > 0 && common === shorter && (shorter > 1 || own.size === typed.size);
  });
}
