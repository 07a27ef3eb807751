import type { Product } from './product.ts';
import { until } from './until.ts';

interface Mailbox {
  readonly data: { readonly messages: readonly { readonly subject: string; readonly links: readonly string[] }[] };
}

/** The newest link mailed to this address whose address has `part` in it, as the dev mailbox shows it. */
export function mailLink(product: Product, address: string, part: string): Promise<string> {
  return until(`a mail to ${address} with a link to ${part} arrived`, async () => {
    const answer = await fetch(`${product.url}/dev/mailbox.json?to=${encodeURIComponent(address)}`);
    const { data } = (await answer.json()) as Mailbox;
    return data.messages.flatMap(({ links }) => links).find((link) => link.includes(part));
  });
}

/** What the mails to this address are about, the newest first. */
export async function mailSubjects(product: Product, address: string): Promise<string[]> {
  const answer = await fetch(`${product.url}/dev/mailbox.json?to=${encodeURIComponent(address)}`);
  const { data } = (await answer.json()) as Mailbox;
  return data.messages.map(({ subject }) => subject);
}

/** The join link of the newest ticket mail to this address. */
export const guestJoinLink = (product: Product, address: string): Promise<string> =>
  mailLink(product, address, '/ticket/join');
