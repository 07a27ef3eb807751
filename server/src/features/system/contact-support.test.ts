import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAdmin, newViewer } from '../../../test/actors.ts';
import { type TestApp, testApp } from '../../../test/harness.ts';
import { mailsTo } from '../../../test/mails.ts';
import { erasePerson } from '../accounts/deletion.ts';

let app: TestApp;
let adminEmail: string;
beforeAll(async () => {
  app = await testApp();
  const admin = await newAdmin(app);
  adminEmail = admin.email;
});
afterAll(() => app.close());

const contact = (body: { topic?: 'payment' | 'other'; message: string; email?: string }, as?: string) =>
  app.call('POST /contact', { body: { topic: 'payment', ...body }, ...(as && { as }) });
const received = async () => {
  await app.quiesce();
  return mailsTo(app, adminEmail);
};

test('a message from someone logged out reaches every app admin with the address to answer to', async () => {
  const answer = await contact({ message: 'I was charged <twice>.', email: ' Ada@Mail.com ' });
  expect(answer.status).toBe(200);
  const [mail] = await received();
  expect(mail).toMatchObject({ subject: 'Support request: A payment or refund' });
  expect(mail!.text).toContain('I was charged <twice>.');
  expect(mail!.text).toContain('ada@mail.com');
});

test('each app admin reads support requests in their own language', async () => {
  const admin = await newAdmin(app);
  await app.db.query("UPDATE app_user SET language = 'de' WHERE id = $1", [admin.id]);
  await contact({ message: 'Where is my seat?', email: 'ada@mail.com' });
  await app.quiesce();
  const subjects = async (to: string) => (await mailsTo(app, to))[0]!.subject;
  expect(await subjects(admin.email)).toBe('Anfrage an den Support: Eine Zahlung oder Erstattung');
  expect(await subjects(adminEmail)).toBe('Support request: A payment or refund');
});

test('a preview of a support request ends before a character that does not fit, not inside it', async () => {
  await contact({ message: `${'x'.repeat(99)}👩‍🚀 and more`, email: 'ada@mail.com' });
  const [mail] = await received();
  expect(mail!.html).toContain(`>${'x'.repeat(99)}<`);
});

test('a logged-in person needs no address, and support sees the username', async () => {
  const viewer = await newViewer(app);
  await contact({ message: 'Where is my seat?' }, viewer.token);
  const { username, email } = (await app.db.one<{ username: string; email: string }>(
    'SELECT username, email_norm AS email FROM app_user WHERE id = $1',
    [viewer.id],
  ))!;
  expect((await received())[0]!.text).toContain(`${email} (@${username})`);
});

test.each([
  [{ message: '  ', email: 'ada@mail.com' }, 'contact_message_missing', 'message'],
  [{ message: 'x'.repeat(2_001), email: 'ada@mail.com' }, 'contact_message_too_long', 'message'],
  [{ message: 'Hello' }, 'email_invalid', 'email'],
  [{ message: 'Hello', email: 'nobody' }, 'email_invalid', 'email'],
])('a support request with %o is refused with %s at its field', async (body, code, field) => {
  const answer = await contact(body);
  expect(answer.status).toBe(400);
  expect(answer.errors).toEqual([expect.objectContaining({ code, field })]);
});

test('support takes five messages an hour for one reply address', async () => {
  const statuses = [];
  for (let i = 0; i < 6; i++)
    statuses.push((await contact({ message: `Attempt ${i}`, email: 'often@mail.com' })).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

test('what a person wrote to support is forgotten when the account is erased', async () => {
  const viewer = await newViewer(app);
  await contact({ message: 'Delete me later.' }, viewer.token);
  await received();
  const sessions = { endAll: () => Promise.resolve() } as never;
  await app.db.tx((tx) => erasePerson(tx, { ids: app.kit.ids, sessions }, viewer.id));
  const kept = await app.db.query<{ payload: object }>(
    "SELECT payload FROM outbox WHERE topic = 'SupportContacted' AND payload ->> 'accountId' = $1",
    [String(viewer.id)],
  );
  expect(kept).toEqual([{ payload: { accountId: viewer.id, topic: 'payment' } }]);
});
