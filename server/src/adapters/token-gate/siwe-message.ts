import { walletNonceMs } from '@frontrow/core/token-gate/limits.ts';
import { type Address, getAddress } from 'viem';
import { createSiweMessage, parseSiweMessage, type SiweMessage, validateSiweMessage } from 'viem/siwe';

const dateLine = /^(Issued At|Expiration Time|Not Before): (\S+)$/gm;

/**
 * The address that claims to have signed this message, in lower case, and its chain. Undefined unless the whole text is
 * the EIP-4361 message that a page of `origin` asks a wallet to sign with this nonce now.
 */
export function readSiweMessage(
  message: string,
  { nonce, origin, now }: { readonly nonce: string; readonly origin: string; readonly now: number },
): { readonly address: string; readonly chainId: number } | undefined {
  const fields = parseSiweMessage(message);
  if (!isWhole(fields) || rewritten(fields) !== normalized(message, fields.address)) return undefined;
  const { host, protocol } = new URL(origin);
  const { scheme = protocol.slice(0, -1), issuedAt, uri, address, chainId } = fields;
  if (`${scheme}:` !== protocol || !URL.canParse(uri) || new URL(uri).origin !== origin) return undefined;
  if (Math.abs(issuedAt.getTime() - now) > walletNonceMs) return undefined;
  if (!validateSiweMessage({ message: fields, domain: host, nonce, time: new Date(now) })) return undefined;
  return { address: address.toLowerCase(), chainId };
}

type Fields = ReturnType<typeof parseSiweMessage>;
type Whole = SiweMessage & { readonly issuedAt: Date };

const isWhole = (fields: Fields): fields is Whole =>
  fields.address !== undefined &&
  fields.chainId !== undefined &&
  fields.domain !== undefined &&
  fields.nonce !== undefined &&
  fields.uri !== undefined &&
  fields.version === '1' &&
  fields.issuedAt !== undefined;

/**
 * The library finds its fields anywhere in a text. Only a text that equals the message made of those fields shows the
 * person who signs it exactly what we read.
 */
function rewritten(fields: Whole): string | undefined {
  try {
    return createSiweMessage(fields);
  } catch {
    return undefined;
  }
}

/**
 * A date may leave its milliseconds out or name another zone, and an address only SHOULD be in ERC-55's mixed case
 * (EIP-4361).
 */
const normalized = (message: string, address: Address): string =>
  message
    .replace(`\n${address}\n`, () => `\n${getAddress(address)}\n`)
    .replaceAll(dateLine, (line, name: string, text: string) => {
      const date = new Date(text);
      return Number.isNaN(date.getTime()) ? line : `${name}: ${date.toISOString()}`;
    });
