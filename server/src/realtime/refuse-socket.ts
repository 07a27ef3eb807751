import type { IncomingMessage } from 'node:http';
import type { SocketRefusal } from '@frontrow/contract/rooms/live-updates.ts';
import { addressReader } from '../http/addresses.ts';
import { networkOf } from '../http/network-address.ts';
import { asRefusal, recordRefusal } from '../http/errors/answer-errors.ts';
import { refusalIn } from '../i18n/refusal-sentences.ts';
import { readerLanguage } from '../i18n/request-language.ts';
import { sentenceIn } from '../i18n/say.ts';
import type { Kit } from '../kit.ts';

interface Refused {
  readonly request: IncomingMessage;
  readonly nsp: { readonly name: string };
}

/**
 * Makes of a failed handshake what the browser's `connect_error` gets, the sentence and the code as data, and writes
 * refusals to the security log. `account` is undefined where the token named nobody.
 */
export function createSocketRefusals({ config, log, security }: Pick<Kit, 'config' | 'log' | 'security'>) {
  const addressOf = addressReader(config);
  return (error: unknown, { request, nsp }: Refused, account?: number): Error => {
    const refusal = asRefusal(error as Error);
    const where = `/socket.io${nsp.name}`;
    if (refusal) recordRefusal(security, refusal, { account, network: networkOf(addressOf(request)) }, where);
    else log.error({ error: String(error), where }, 'socket handshake failed');
    const language = readerLanguage(request);
    const message = refusal ? refusalIn(refusal, language) : sentenceIn('Sorry, something went wrong.', language);
    const { code, retryAfter } = refusal ?? { code: 'fault', retryAfter: undefined };
    return Object.assign(new Error(message), {
      data: { code, message, retry_after: retryAfter } satisfies SocketRefusal,
    });
  };
}
