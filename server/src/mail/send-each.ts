import { DeliveryError } from '../ports/delivery-error.ts';
import type { Mail, MailMessage } from '../ports/mail.ts';

/**
 * Sends the emails of one fact to several people: an address that fails does not block the others. Of several errors it
 * throws one that is worth a retry, so that the fact is retried as long as any email can still be sent.
 */
export async function sendEach(mail: Mail, messages: readonly MailMessage[]): Promise<void> {
  const errors: Error[] = [];
  for (const message of messages) await mail.send(message).catch((error: Error) => errors.push(error));
  const [first] = errors;
  if (first === undefined) return;
  throw errors.find((error) => !(error instanceof DeliveryError && error.retry === 'never')) ?? first;
}
