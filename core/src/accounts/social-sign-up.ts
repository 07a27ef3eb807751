import { refuse } from '../refuse.ts';
import { readBirthDate } from './birth-date.ts';
import { type DomainToAscii, normaliseEmail, readEmail } from './email.ts';
import { readFullName } from './person-name.ts';
import type { SignUpForm } from './sign-up.ts';
import { readUsername } from './username.ts';

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
