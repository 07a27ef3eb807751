import { looksLikeEmail, typedEmail } from '#web/shared/typed-email.ts';

/** Rules of the login and sign-up forms. Messages are keys of the `auth` catalogue. The server judges again. */
export interface LoginValues {
  email: string;
  password: string;
}

export interface SignupValues extends LoginValues {
  name: string;
  surname: string;
  username: string;
  birthDate: string;
  repeat: string;
  accept: boolean;
}

/** The form after Instagram, with the address twice instead of a password. */
export interface SocialSignupValues extends SignupValues {
  emailRepeat: string;
}

export const emptyLogin: LoginValues = { email: '', password: '' };
export const emptySignup: SignupValues = {
  ...emptyLogin,
  name: '',
  surname: '',
  username: '',
  birthDate: '',
  repeat: '',
  accept: false,
};

type LoginError = 'email' | 'passwordMissing';
type SignupError = 'email' | 'password' | 'repeat' | 'name' | 'surname' | 'username' | 'birthDate' | 'terms';

/** At least 8 characters with 1 uppercase, 1 lowercase and 1 number. */
export const passwordStrong = (password: string): boolean =>
  [...password].length >= 8 && /\p{Lu}/u.test(password) && /\p{Ll}/u.test(password) && /\p{Nd}/u.test(password);

/** Errors of a form that asks only for an address. */
export const emailErrors = ({ email }: Pick<LoginValues, 'email'>): Partial<Record<'email', 'email'>> =>
  looksLikeEmail(typedEmail(email)) ? {} : { email: 'email' };

/** Errors of a new password that is typed twice. */
export function newPasswordErrors({
  password,
  repeat,
}: Pick<SignupValues, 'password' | 'repeat'>): Partial<Record<'password' | 'repeat', 'password' | 'repeat'>> {
  return {
    ...(passwordStrong(password) ? {} : { password: 'password' as const }),
    ...(repeat === password ? {} : { repeat: 'repeat' as const }),
  };
}

export function loginErrors({ email, password }: LoginValues): Partial<Record<keyof LoginValues, LoginError>> {
  return {
    ...(looksLikeEmail(typedEmail(email)) ? {} : { email: 'email' as const }),
    ...(password === '' ? { password: 'passwordMissing' as const } : {}),
  };
}

export function signupErrors(values: SignupValues): Partial<Record<keyof SignupValues, SignupError>> {
  const errors: Partial<Record<keyof SignupValues, SignupError>> = {};
  for (const field of ['name', 'surname', 'username', 'birthDate'] as const)
    if (values[field].trim() === '') errors[field] = field;
  if (!looksLikeEmail(typedEmail(values.email))) errors.email = 'email';
  if (!passwordStrong(values.password)) errors.password = 'password';
  if (values.repeat !== values.password) errors.repeat = 'repeat';
  if (!values.accept) errors.accept = 'terms';
  return errors;
}

/** Errors of the form after Instagram: the two addresses must match. */
export function socialSignupErrors(
  values: SocialSignupValues,
): Partial<Record<keyof SocialSignupValues, SignupError | 'emailRepeat'>> {
  const { password: _password, repeat: _repeat, ...rest } = signupErrors(values);
  const same = typedEmail(values.emailRepeat) === typedEmail(values.email);
  return { ...rest, ...(same ? {} : { emailRepeat: 'emailRepeat' as const }) };
}

/** The form's field by the wire's field name. */
export const formField: Readonly<Record<string, keyof SocialSignupValues>> = {
  email: 'email',
  email_repeat: 'emailRepeat',
  password: 'password',
  name: 'name',
  surname: 'surname',
  username: 'username',
  date_of_birth: 'birthDate',
  accept_terms: 'accept',
};
