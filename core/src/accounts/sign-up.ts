import { refuse } from '../refuse.ts';
import { readBirthDate, readFullName } from './profile.ts';
import { readEmail, normaliseEmail, type DomainToAscii } from './email.ts';
import { checkNewPassword, type CommonPasswords } from './password.ts';
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

/** The form after a social login, with the address twice instead of a password. */
export interface SocialSignUpForm extends Omit<SignUpForm, 'password'> {
  readonly emailRepeat: string;
}

/** The form in the spelling it is kept in. Refuses the first wrong field. `today` is YYYY-MM-DD in UTC. */
export function readSocialSignUp(
  form: SocialSignUpForm,
  today: string,
  toAscii: DomainToAscii,
): Omit<SignUpForm, 'password'> {
  const email = readEmail(form.email, toAscii);
  if (normaliseEmail(form.emailRepeat, toAscii) !== email)
    throw refuse('emails_mismatch', {}, { field: 'email_repeat' });
  const username = readUsername(form.username);
  const { name, surname } = readFullName(form);
  const dateOfBirth = readBirthDate(form.dateOfBirth, today);
  if (!form.acceptTerms) throw refuse('terms_required', {}, { field: 'accept_terms' });
  return { email, username, name, surname, dateOfBirth, acceptTerms: true };
}

/** What the form is prefilled with: the provider's handle as a username, and the full name in two parts. */
export function suggestSignUp(person: { handle: string; name: string }): {
  username: string;
  name: string;
  surname: string;
} {
  const [name = '', ...rest] = person.name.trim().split(/\s+/);
  return { username: person.handle.replaceAll(/^[._-]+|[._-]+$/g, ''), name, surname: rest.join(' ') };
}
