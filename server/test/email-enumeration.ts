import { randomUUID } from 'node:crypto';
import { newHost, newViewer, type TestActor } from './actors.ts';
import { newEvent } from './events.ts';
import type { TestApp } from './harness.ts';
import { signUp, signUpPassword } from './sign-up.ts';

/** A call that takes an email address. */
export type Way = (email: string) => Promise<{ readonly status: number }>;

/** People whose addresses are proven, with a password each, and a ticket. */
export async function knownPeople(app: TestApp, count: number, eventUuid: string): Promise<TestActor[]> {
  const { id } = await signUp(app, 'origin');
  const people = await Promise.all(Array.from({ length: count }, () => newViewer(app)));
  await app.db.query(
    'UPDATE app_user SET password_hash = (SELECT password_hash FROM app_user WHERE id = $1) WHERE id = ANY ($2)',
    [id, people.map((person) => person.id)],
  );
  for (const { token } of people)
    await app.call('POST /events/purchase', { as: token, body: { event_uuid: eventUuid, type: 'streaming' } });
  return people;
}

/** Every way in which a stranger can tell us an address that may have an account. */
export async function waysToTellAnAddress(
  app: TestApp,
  eventUuid: string,
  somebody: () => TestActor,
): Promise<Record<string, Way>> {
  const person = { name: 'Lia', surname: 'Stern', date_of_birth: '1990-05-01', accept_terms: true };
  const other = await newEvent(app, await newHost(app, { massive: true }), { kind: 'broadcast' });
  return {
    'a login with a wrong password': (email) =>
      app.call('POST /auth/login', { body: { email, password: 'Wrong-password1' } }),
    'a forgotten password': (email) => app.call('POST /auth/forgot_password', { body: { email } }),
    'a login by mail': (email) => app.call('POST /auth/magic_link', { body: { email } }),
    'a sign-up': (email) =>
      app.call('POST /auth/signup', {
        body: { ...person, email, username: `n${randomUUID().slice(0, 12)}`, password: signUpPassword },
      }),
    'another address for an account': (email) =>
      app.call('POST /user/change_email', { as: somebody().token, body: { email, password: signUpPassword } }),
    'a link for guests asked again': (email) =>
      app.call('POST /auth/guest_link', { body: { email, event_uuid: eventUuid } }),
    'a free ticket of a guest': (email) =>
      app.call('POST /events/purchase_no_login', { body: { email, event_uuid: other.id, type: 'streaming' } }),
  };
}
