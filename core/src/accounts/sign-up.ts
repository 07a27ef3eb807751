import { refuse } from '../refuse.ts';
import { readBirthDate } from './birth-date.ts';
import { type DomainToAscii, readEmail } from './email.ts';
import { checkNewPassword, type CommonPasswords } from './guessable-password.ts';
import { readFullName } from './person-name.ts';
import { readUsername } from './username.ts';

/** What a person types to sign up. */
export interface SignUpForm {
  readonly email: string;
  readonly password: string;
  readonly username: string;
  readonly name: string;
  readonly surname: string;
  /** YYYY-MM-DD. */
  readonly dateOfBirth: string;
  readonly acceptTerms: boolean;
}

/**
 * The form in the spelling it is kept in. Refuses the first wrong field, in the order people fill them in.
 * `today` is YYYY-MM-DD in UTC.
 */
export function readSignUp(
  form: SignUpForm,
  { today, toAscii, common }: { today: string; toAscii: DomainToAscii; common: CommonPasswords },
): SignUpForm {
  const email = readEmail(form.email, toAscii);
  checkNewPassword(form.password, { owner: { ...form, email }, common });
  const username = readUsername(form.username);
  const { name, surname } = readFullName(form);
  const dateOfBirth = readBirthDate(form.dateOfBirth, today);
  if (!form.acceptTerms) throw refuse('terms_required', {}, { field: 'accept_terms' });
  return { email, password: form.password, username, name, surname, dateOfBirth, acceptTerms: true };
}
