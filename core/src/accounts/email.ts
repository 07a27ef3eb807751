import { refuse } from '../refuse.ts';

/** UTF-16 units of an address as it is kept; the longest path of RFC 5321. */
export const emailCharsMax = 254;

/**
 * Turns a domain into its ASCII form (UTS 46: `Bücher.example` becomes `xn--bcher-kva.example`), or into '' where it
 * has none. The caller passes it in, because its tables are too large for the browser; the server uses Node's
 * `domainToASCII`.
 */
export type DomainToAscii = (domain: string) => string;
/** The reverse: `xn--bcher-kva.example` becomes `bücher.example`. */
export type DomainToUnicode = (domain: string) => string;

const unseen = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800`;
const localPart = String.raw`(?!\.)(?!.*\.\.)[^\s@"<>()\[\],;:\\${unseen}]{1,64}(?<!\.)`;
// After `xn--` no label begins with a hyphen: it would be a second spelling of the label without it.
const label = '(?!xn---)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const format = new RegExp(`^${localPart}@(?:${label}\\.)+(?!\\d+$)(?=..)${label}$`, 'u');
/** Of ASCII only the characters of a DNS name: Node's function would read others as parts of a URL. */
// oxlint-disable-next-line no-control-regex
const domainCharacters = /^[a-z0-9.\-\u0080-\u{10FFFF}]+$/u;

/**
 * The one spelling in which an address is kept and compared: lower case, full-width letters as plain ones, the domain
 * in ASCII and without a dot at its end. Two spellings of one mailbox must not become two accounts.
 */
export function normaliseEmail(typed: string, toAscii: DomainToAscii): string {
  const plain = typed.normalize('NFKC').trim().toLowerCase().normalize('NFKC');
  const at = plain.lastIndexOf('@');
  if (at === -1) return plain;
  const domain = plain.slice(at + 1);
  const ascii = domainCharacters.test(domain) ? toAscii(domain).replace(/\.$/, '') : '';
  return `${plain.slice(0, at)}@${ascii}`;
}

/** True for an address in normalised spelling that mail can be sent to. */
export function isEmail(normalised: string): boolean {
  return normalised.length <= emailCharsMax && format.test(normalised);
}

/** The normalized email address; refuses `email_invalid` for the field `email`. */
export function readEmail(typed: string, toAscii: DomainToAscii): string {
  const email = normaliseEmail(typed, toAscii);
  if (!isEmail(email)) throw refuse('email_invalid', {}, { field: 'email' });
  return email;
}

/** A kept address as people read and write it. */
export function readableEmail(kept: string, toUnicode: DomainToUnicode): string {
  const at = kept.lastIndexOf('@') + 1;
  const domain = kept.slice(at);
  return kept.slice(0, at) + (toUnicode(domain) || domain);
}
