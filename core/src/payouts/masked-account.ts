const shownChars = 4;
const hidden = '••••';

/** An IBAN as it is shown: country and last four. */
export const maskedIban = (iban: string): string => `${iban.slice(0, 2)} ${hidden} ${iban.slice(-shownChars)}`;

/** An e-mail address as it is shown: first letter and domain. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${[...email][0] ?? ''}${hidden}${email.slice(at)}`;
}

/** Any other account: its last four. */
export const maskedAccount = (account: string): string => `${hidden} ${account.slice(-shownChars)}`;
