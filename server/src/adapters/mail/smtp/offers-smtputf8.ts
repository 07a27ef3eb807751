import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { parseConnectionUrl } from 'nodemailer/lib/shared';

const beyondAscii = /[^\0-\x7f]/;
export const needsSmtpUtf8 = (address: string): boolean => beyondAscii.test(address);

/**
 * Asks a server whether it takes addresses with letters beyond ASCII (RFC 6531). The library would send such an address
 * to a server that does not, which answers anything, or delivers it to a mailbox of another name.
 */
export function offersSmtpUtf8(url: string, answerMs: number): Promise<boolean> {
  const options = parseConnectionUrl(url) as SMTPConnection.Options;
  const connection = new SMTPConnection({
    ...options,
    connectionTimeout: answerMs,
    greetingTimeout: answerMs,
    socketTimeout: answerMs,
  });
  return new Promise<boolean>((resolve, reject) => {
    connection.once('error', reject);
    connection.connect((error) => {
      if (error) return reject(error);
      // The reply to EHLO: nothing was said since.
      resolve(/^250[ -]SMTPUTF8\b/im.test(String(connection.lastServerResponse)));
      connection.quit();
    });
  }).finally(() => connection.close());
}
