import { domainToASCII } from 'node:url';
import nodemailer from 'nodemailer';
import type { MailMessage } from '../../../ports/mail.ts';

/** A mail as bytes, and whom it goes from and to. */
export interface WrittenMail {
  readonly envelope: { readonly from: string; readonly to: string };
  readonly raw: Buffer;
}

/**
 * Writes mails as RFC 5322 text, each as a whole before it is sent. The library would send a mail part by part, with a
 * system call for each.
 */
export function createMailWriter(from: string, bounceAddress?: string): (message: MailMessage) => Promise<WrittenMail> {
  const writer = nodemailer.createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    // Nothing in a mail may make the server read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  // A Message-ID has letters of ASCII only (RFC 5322).
  const domain = domainToASCII(/@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? '') || 'localhost';
  return async (mail) => {
    const { envelope, message } = await writer.sendMail({
      from,
      to: { name: '', address: mail.to },
      subject: mail.subject,
      html: mail.html,
      text: mail.text,
      messageId: messageId(mail.dedupeKey, domain),
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(mail.unsubscribeUrl && {
          'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
      attachments: (mail.attachments ?? []).map(({ filename, content, contentType, inlineId }) => ({
        filename,
        content: typeof content === 'string' ? content : Buffer.from(content),
        contentType,
        ...(inlineId && { cid: inlineId, contentDisposition: 'inline' as const }),
      })),
    });
    const [to] = envelope.to;
    if (!envelope.from || !to || !Buffer.isBuffer(message)) throw new Error('a mail needs a sender and one recipient');
    return { envelope: { from: bounceAddress ? returnPath(bounceAddress, to) : envelope.from, to }, raw: message };
  };
}

const localPartMax = 64;

/**
 * The sender of the envelope with its recipient in it (VERP), so that a bounce names the address it is about, whatever
 * its text says: `bounces+ada=mail.test@example.com`.
 */
export function returnPath(bounceAddress: string, to: string): string {
  const at = bounceAddress.lastIndexOf('@');
  const local = `${bounceAddress.slice(0, at)}+${to.replace(/@(?=[^@]*$)/, '=')}`;
  const domain = domainToASCII(bounceAddress.slice(at + 1));
  const fits = local.length <= localPartMax && /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+$/.test(local);
  return `${fits ? local : bounceAddress.slice(0, at)}@${domain}`;
}

/** Letters that RFC 5322 does not take in a Message-ID become hyphenated hex, so that different keys stay different. */
export function messageId(dedupeKey: string, domain: string): string {
  const local = dedupeKey.replace(/[^A-Za-z0-9._-]/gu, (letter) => `-${letter.codePointAt(0)!.toString(16)}-`);
  return `<${local}@${domain}>`;
}
