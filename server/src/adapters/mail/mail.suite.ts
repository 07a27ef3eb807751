import { expect, test } from 'vitest';
import type { Mail } from '../../ports/mail.ts';

/** A mail as it arrived. */
export interface ArrivedMail {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly attachments: readonly {
    readonly filename: string;
    readonly contentType: string;
    readonly content: string;
  }[];
}

export interface MailBench {
  readonly mail: Mail;
  arrived(to: string): Promise<readonly ArrivedMail[]>;
  /** Where no address exists. */
  readonly refusedDomain: string;
}

const message = {
  subject: 'Your ticket: Slow ramen, fast friends ☕',
  html: '<!doctype html><html><body><p>Grüße &amp; bis später</p><img src="cid:code" alt=""></body></html>',
  text: 'Grüße & bis später\nhttps://frontrow.test/event/1',
  attachments: [
    {
      filename: 'event.ics',
      content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
      contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    },
    { filename: 'code.png', content: new Uint8Array([137, 80, 78, 71]), contentType: 'image/png', inlineId: 'code' },
  ],
};

/** What every adapter of the mail port must do; run on each of them. */
export function mailSuite(bench: () => MailBench): void {
  test('a mail arrives as it was written', async () => {
    const { mail, arrived } = bench();
    await mail.send({ ...message, dedupeKey: 'ticket:1', to: 'ada@mail.test' });
    const [mailed, ...more] = await arrived('ada@mail.test');
    expect(more).toEqual([]);
    expect(mailed).toMatchObject({ to: 'ada@mail.test', subject: message.subject });
    expect(mailed!.html).toContain('Grüße &amp; bis später');
    expect(mailed!.text.trim().replaceAll('\r\n', '\n')).toBe(message.text);
    const calendar = mailed!.attachments.find((attachment) => attachment.filename === 'event.ics');
    expect(calendar?.contentType).toContain('text/calendar');
    expect(calendar?.content.replaceAll('\r\n', '\n').trim()).toBe('BEGIN:VCALENDAR\nEND:VCALENDAR');
  });

  test('the same mail sent again, also at the same time, arrives once', async () => {
    const { mail, arrived } = bench();
    const send = (): Promise<void> => mail.send({ ...message, dedupeKey: 'ticket:2', to: 'bo@mail.test' });
    await Promise.allSettled(Array.from({ length: 5 }, send));
    await send();
    expect(await arrived('bo@mail.test')).toHaveLength(1);
  });

  test('two mails to one person are two', async () => {
    const { mail, arrived } = bench();
    for (const key of ['a:1', 'a-1', 'a.1']) await mail.send({ ...message, dedupeKey: key, to: 'cy@mail.test' });
    expect(await arrived('cy@mail.test')).toHaveLength(3);
  });

  test('nothing in a subject or an address can add a header', async () => {
    const { mail, arrived } = bench();
    await mail.send({ ...message, subject: 'Hello\r\nBcc: eve@mail.test', dedupeKey: 'inject', to: 'di@mail.test' });
    expect(await arrived('di@mail.test')).toHaveLength(1);
    expect(await arrived('eve@mail.test')).toHaveLength(0);
  });

  test('an address that does not exist is a final failure, and later mails are sent there only on request', async () => {
    const { mail, refusedDomain } = bench();
    const to = `Gone@${refusedDomain}`;
    const final = { retry: 'never', problem: 'address', recipient: to.toLowerCase() };
    await expect(mail.send({ ...message, dedupeKey: 'gone:1', to })).rejects.toMatchObject(final);
    await expect(mail.send({ ...message, dedupeKey: 'gone:2', to })).rejects.toMatchObject({
      ...final,
      message: 'an earlier email to this address was refused',
    });
    const requested = mail.send({ ...message, dedupeKey: 'gone:3', to, requested: true });
    await expect(requested).rejects.toThrow('5.1.1');
  });
}
