import type { TestActor } from './actors.ts';
import type { TestApp } from './harness.ts';

/** Someone with a password and a session that can end. */
export interface SignedUp extends TestActor {
  readonly refresh: string;
}

export const signUpPassword = 'Curtain-up-7';
let people = 0;

/** Signs someone up by the calls people use, on their first device. */
export async function signUp(app: TestApp, start = 'member', address?: string): Promise<SignedUp> {
  const username = `${start}${++people}`;
  const email = address ?? `${username}@mail.com`;
  const { data } = await app.call('POST /auth/signup', {
    headers: { 'user-agent': 'First browser' },
    body: {
      email,
      username,
      password: signUpPassword,
      name: 'Lia',
      surname: 'Stern',
      date_of_birth: '1990-05-01',
      accept_terms: true,
    },
  });
  return { id: data.user.user_ide, username, email, token: data.access_token, refresh: data.refresh_token };
}

/** The same person on another device. */
export async function onAnotherDevice(app: TestApp, who: SignedUp): Promise<SignedUp> {
  const { data } = await app.call('POST /auth/login', { body: { email: who.email, password: signUpPassword } });
  return { ...who, token: data.access_token, refresh: data.refresh_token };
}

/** The ways in which a login ends, as a row of a test's table. */
export const logInEndings: readonly [string, (app: TestApp, who: SignedUp) => Promise<unknown>][] = [
  ['logs out', (app, who) => app.call('POST /auth/logout', { body: { refresh_token: who.refresh } })],
  [
    'ends this session from another device',
    async (app, who) => {
      const other = await onAnotherDevice(app, who);
      const { data } = await app.call('GET /user/sessions', { as: other.token });
      const first = data.sessions.find((one) => !one.current)!;
      return app.call('POST /user/sessions/revoke', { as: other.token, body: { session_ide: first.session_ide } });
    },
  ],
  [
    'changes the password',
    (app, who) =>
      app.call('POST /user/change_password', {
        as: who.token,
        body: { password: signUpPassword, new_password: 'Hijklmn2' },
      }),
  ],
  [
    'deletes the account',
    (app, who) => app.call('POST /user/delete', { as: who.token, body: { password: signUpPassword } }),
  ],
];
