import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { calendarsTo } from '../../../test/mails.ts';
import { confirmed } from '../../../test/meetings-paid.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());

test.each(['host', 'viewer'] as const)(
  'a confirmed meeting is in both calendars, and leaves them when the %s cancels it',
  async (by) => {
    const meeting = await confirmed(app);
    await app.quiesce();
    await app.call('POST /private_requests/cancel', { as: meeting[by].token, body: { request_uuid: meeting.id } });
    await app.quiesce();
    for (const { email } of [meeting.host, meeting.viewer]) {
      const files = await calendarsTo(app, email);
      expect(files.map(({ method, status }) => [method, status])).toEqual([
        ['PUBLISH', 'CONFIRMED'],
        ['CANCEL', 'CANCELLED'],
      ]);
      const [published, cancelled] = files;
      expect(cancelled!.uid).toBe(published!.uid);
      expect(cancelled!.sequence).toBeGreaterThan(published!.sequence);
      for (const file of files) {
        expect(file.organizer).toBe('mailto:hello@frontrow.test');
        expect(file.stampedAt).toBeLessThanOrEqual(app.clock.now());
      }
    }
  },
);
