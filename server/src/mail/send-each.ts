import { DeliveryError } from '../ports/delivery-error.ts';
import type { Mail, MailMessage } from '../ports/mail.ts';

/**
 * Sends emails of one fact to several people: an address that fails does not keep the others from theirs. Throws an
 * error that is worth a retry rather than one that is not, so that the fact is retried as long as one of them can be.
 */
export async function sendEach(mail: Mail, messages: readonly MailMessage[]): Promise<void> {
  const errors: Error[] = [];
  for (const message of messages) await mail.send(message).catch((error: Error) => errors.push(error));
  const [first] = errors;
  if (first === undefined) return;
  throw errors.find((error) => !(error instanceof DeliveryError && error.retry === 'never')) ?? first;
}
