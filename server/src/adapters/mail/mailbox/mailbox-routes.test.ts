import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, testConfig, type TestApp } from '../../../../test/harness.ts';
import { mailsTo } from '../../../../test/mails.ts';
import { hasDevMailbox } from '../../choose-adapters.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());

const html =
  '<a href="https://x.test/a?b=1&amp;c=2">a</a><a href="javascript:alert(1)">b</a><img src="cid:code" alt="code">';
const png = { filename: 'code.png', content: new Uint8Array([1, 2, 3]), contentType: 'image/png', inlineId: 'code' };

test('mails are listed newest first, by address in any spelling, with their links', async () => {
  await app.kit.mail.send({
    dedupeKey: '1',
    to: 'ada@mail.test',
    subject: 'one',
    html,
    text: 'https://x.test/a?b=1&c=2 and https://y.test/#token=z',
    attachments: [png],
  });
  await app.kit.mail.send({ dedupeKey: '2', to: 'ada@mail.test', subject: 'two', html: '', text: '' });
  await app.kit.mail.send({ dedupeKey: '3', to: 'bo@mail.test', subject: 'three', html: '', text: '' });
  const mails = await mailsTo(app, 'ADA@mail.test');
  expect(mails.map((mail) => mail.subject)).toEqual(['two', 'one']);
  expect(mails[1]!.links).toEqual(['https://x.test/a?b=1&c=2', 'https://y.test/#token=z']);
  expect(mails[1]!.html).toContain('src="data:image/png;base64,AQID"');
  const one = await app.http.inject(`/dev/mailbox/${mails[1]!.id}.json`);
  expect(one.json()).toEqual({ data: mails[1] });
  expect((await mailsTo(app, '')).map((mail) => mail.subject)).toEqual(['three', 'two', 'one']);
});

test('a mail that does not exist is not there', async () => {
  expect((await app.http.inject('/dev/mailbox/999999.json')).statusCode).toBe(404);
});

test('the dev mailbox exists only where no SMTP is set, and never in production', () => {
  expect(hasDevMailbox(testConfig('/tmp'))).toBe(true);
  expect(hasDevMailbox(testConfig('/tmp', { production: true }))).toBe(false);
  expect(hasDevMailbox(testConfig('/tmp', { smtpUrl: 'smtp://mail.test' }))).toBe(false);
});
