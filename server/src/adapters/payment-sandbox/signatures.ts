import { createHmac } from 'node:crypto';
import { minutes } from '@frontrow/core/kernel/instant.ts';
import type { Clock } from '../../ports/clock.ts';
import { deriveKey, isSameSecret } from '../../keys.ts';

export interface SandboxSignatures {
  /** For a link to a page: the reference alone opens nothing. */
  linkOf(ref: string): string;
  isLink(ref: string, signature: string): boolean;
  /** Header value over time and raw body, as card providers sign. */
  webhookHeader(rawBody: string): string;
  isWebhook(rawBody: string, header: string | undefined): boolean;
}

export const sandboxSignatureHeader = 'sandbox-signature';
const toleranceMs = minutes(5);

export function sandboxSignatures(secret: string, clock: Clock): SandboxSignatures {
  const linkKey = deriveKey(secret, 'sandbox link');
  const webhookKey = deriveKey(secret, 'sandbox webhook');
  const link = (ref: string): string => createHmac('sha256', linkKey).update(ref).digest('base64url');
  const sign = (at: string, rawBody: string): string =>
    createHmac('sha256', webhookKey).update(`${at}.${rawBody}`).digest('hex');
  return {
    linkOf: link,
    isLink: (ref, signature) => isSameSecret(signature, link(ref)),
    webhookHeader(rawBody) {
      const at = String(clock.now());
      return `t=${at},v1=${sign(at, rawBody)}`;
    },
    isWebhook(rawBody, header) {
      const found = /^t=(\d{1,16}),v1=([0-9a-f]{64})$/.exec(header ?? '');
      if (!found) return false;
      const [, at = '', signature = ''] = found;
      return Math.abs(clock.now() - Number(at)) <= toleranceMs && isSameSecret(signature, sign(at, rawBody));
    },
  };
}

/** A signed webhook of the sandbox: id, type and what it is about; undefined when forged or malformed. */
export function readSandboxWebhook(
  signatures: SandboxSignatures,
  rawBody: string,
  headers: Readonly<Record<string, string | undefined>>,
): { id: string; type: string; object: string } | undefined {
  if (!signatures.isWebhook(rawBody, headers[sandboxSignatureHeader])) return undefined;
  const body = JSON.parse(rawBody) as { id?: unknown; type?: unknown; object?: unknown };
  const { id, type, object } = body;
  return typeof id === 'string' && typeof type === 'string' && typeof object === 'string'
    ? { id, type, object }
    : undefined;
}
