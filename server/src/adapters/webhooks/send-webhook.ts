import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { performance } from 'node:perf_hooks';
import { seconds } from '@frontrow/core/kernel/instant.ts';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { unassignedIpv6 } from '../../http/public-address.ts';
import type { WebhookOutcome, WebhookRequest, WebhookSender } from '../../ports/webhook-sender.ts';

const withinMs = seconds(10);
/** What is read of an answer, to keep its beginning for the host. */
const answerBytesMax = 4 * 1024;
const socketsMax = 16;

interface SenderOptions {
  /** Loopback can be a receiver: outside production, for development. */
  readonly loopback: boolean;
  readonly lookup?: LookupFunction;
  readonly timeoutMs?: number;
}

/**
 * The agents look at each address that a name resolves to when they connect, so a name that changes its address between
 * two deliveries reaches nothing either.
 */
export function createWebhookSender({ loopback, lookup, timeoutMs = withinMs }: SenderOptions): WebhookSender {
  const options = {
    keepAlive: true,
    maxSockets: socketsMax,
    // As many as the lanes of one endpoint: between two deliveries of each its connection is free for a moment.
    maxFreeSockets: 4,
    denyIPAddressList: unassignedIpv6,
    ...(loopback && { allowIPAddressList: ['127.0.0.1', '::1'] }),
  };
  const plain = new RequestFilteringHttpAgent(options);
  const secure = new RequestFilteringHttpsAgent(options);

  const post = (
    { url, headers, body }: WebhookRequest,
    signal: AbortSignal,
  ): Promise<{ status: number; body: string }> =>
    new Promise((resolve, reject) => {
      const isSecure = url.startsWith('https:');
      const request = (isSecure ? https : http).request(
        url,
        {
          method: 'POST',
          agent: isSecure ? secure : plain,
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
          signal,
          ...(lookup && { lookup }),
        },
        (answer) => {
          const parts: Buffer[] = [];
          let bytes = 0;
          const finish = (): void =>
            resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts).toString('utf8') });
          answer.on('data', (part: Buffer) => {
            parts.push(part.subarray(0, answerBytesMax - bytes));
            bytes += part.length;
            if (bytes < answerBytesMax) return;
            finish();
            answer.destroy();
          });
          answer.once('error', reject);
          answer.once('end', finish);
        },
      );
      request.once('error', reject);
      request.end(body);
    });

  return {
    async send(request): Promise<WebhookOutcome> {
      const begun = performance.now();
      const tookMs = (): number => Math.round(performance.now() - begun);
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        const answer = await post(request, signal);
        return { ...answer, tookMs: tookMs() };
      } catch (error) {
        return {
          error: signal.aborted ? `No answer within ${timeoutMs / 1000} seconds.` : whyNot(error),
          tookMs: tookMs(),
        };
      }
    },
  };
}

const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before an answer came.',
  EHOSTUNREACH: 'The host can’t be reached.',
  ENETUNREACH: 'The host can’t be reached.',
  ETIMEDOUT: 'The host did not accept the connection in time.',
  ENOTFOUND: 'The host name has no address.',
  EAI_AGAIN: 'The host name could not be looked up.',
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host name.',
};

function whyNot(error: unknown): string {
  const { code, message = '' } = error as { code?: string; message?: string };
  if (message.includes('is not allowed')) return 'The address is not on the public internet.';
  return sentences[code ?? ''] ?? `The request failed${code === undefined ? '' : ` (${code})`}.`;
}
