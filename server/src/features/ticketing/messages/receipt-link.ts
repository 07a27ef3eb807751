import { receiptLinkPath } from '@frontrow/contract/accounts/links.ts';
import type { Kit } from '../../../kit.ts';
import { createSigner } from '../../../signer.ts';

export interface ReceiptLinks {
  /** Where a buyer finds the receipt. A guest's link carries the key, because a guest cannot log in. */
  linkOf(orderId: string, isGuest: boolean): string;
  /** Whether this key came with the link of the order. */
  opens(orderId: string, key: string): boolean;
}

export function createReceiptLinks({ config }: Pick<Kit, 'config'>): ReceiptLinks {
  const signer = createSigner(config, 'receipt link');
  const keyOf = (orderId: string): string => signer.signature(orderId);
  return {
    linkOf: (orderId, isGuest) =>
      `${config.publicUrl}${receiptLinkPath(orderId, isGuest ? keyOf(orderId) : undefined)}`,
    opens: (orderId, key) => signer.isOurs(orderId, key),
  };
}
