import { getAddress, stringToHex } from 'viem';
import { createSiweMessage } from 'viem/siwe';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import { serverNow } from '#web/shared/server-clock.ts';

interface Asked {
  readonly address: string;
  readonly chainId: number;
  readonly nonce: AnswerOf<'POST /auth/siwe_nonce'>;
  readonly statement: string;
}

/** The message of EIP-4361 that a wallet signs for this page, by the server's clock; and as wallets want it. */
export function siweMessage({ address, chainId, nonce, statement }: Asked): { text: string; hex: string } {
  const text = createSiweMessage({
    address: getAddress(address),
    chainId,
    domain: window.location.host,
    uri: window.location.origin,
    version: '1',
    nonce: nonce.nonce,
    statement,
    issuedAt: new Date(serverNow()),
    expirationTime: new Date(nonce.expires_at),
  });
  return { text, hex: stringToHex(text) };
}
