import type { Product } from './product.ts';
import { until } from './until.ts';

interface Mailbox {
  readonly data: { readonly messages: readonly { readonly subject: string; readonly links: readonly string[] }[] };
}

/** The join link of the newest ticket mail to this address, as the dev mailbox shows it. */
export function guestJoinLink(product: Product, address: string): Promise<string> {
  return until(`a ticket mail to ${address} arrived`, async () => {
    const answer = await fetch(`${product.url}/dev/mailbox.json?to=${encodeURIComponent(address)}`);
    const { data } = (await answer.json()) as Mailbox;
    return data.messages.flatMap(({ links }) => links).find((link) => link.includes('/ticket/join'));
  });
}
