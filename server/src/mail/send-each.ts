import { DeliveryError } from '../ports/delivery-error.ts';
import type { Mail, MailMessage } from '../ports/mail.ts';

/**
 * Sends the emails of one fact. An address that fails does not block the others. If any of the errors is temporary, it
 * throws that one, so the fact is retried while an email can still be sent.
 */
export async function sendEach(mail: Mail, messages: readonly MailMessage[]): Promise<void> {
  const errors: Error[] = [];
  for (const message of messages) await mail.send(message).catch((error: Error) => errors.push(error));
  const [first] = errors;
  if (first === undefined) return;
  throw errors.find((error) => !(error instanceof DeliveryError && error.retry === 'never')) ?? first;
}
