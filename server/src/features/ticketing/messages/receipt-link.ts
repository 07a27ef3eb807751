import { createHmac, timingSafeEqual } from 'node:crypto';
import { receiptLinkPath } from '@frontrow/contract/accounts/links.ts';
import { deriveKey } from '../../../keys.ts';
import type { Kit } from '../../../kit.ts';

export interface ReceiptLinks {
  /** Where a buyer finds the receipt. A guest's link carries the key, because a guest cannot log in. */
  linkOf(orderId: string, isGuest: boolean): string;
  /** Whether this key came with the link of the order. */
  opens(orderId: string, key: string): boolean;
}

export function createReceiptLinks({ config }: Pick<Kit, 'config'>): ReceiptLinks {
  const secret = deriveKey(config.secret, 'receipt link');
  const keyOf = (orderId: string): string => createHmac('sha256', secret).update(orderId).digest('base64url');
  return {
    linkOf: (orderId, isGuest) =>
      `${config.publicUrl}${receiptLinkPath(orderId, isGuest ? keyOf(orderId) : undefined)}`,
    opens(orderId, key) {
      const [given, right] = [Buffer.from(key), Buffer.from(keyOf(orderId))];
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}
