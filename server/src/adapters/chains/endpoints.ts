import { chainAnswerMs } from '@frontrow/core/token-gate/limits.ts';
import {
  BaseError,
  createPublicClient,
  type EIP1193RequestFn,
  fallback,
  http,
  HttpRequestError,
  type PublicClient,
  TimeoutError,
  type Transport,
} from 'viem';

/** Reads of one moment go to an endpoint in one request. */
const batchWaitMs = 5;
const batchSize = 50;

/**
 * An endpoint that could not answer now although the question was fine. It carries no cause: viem looks for the code of
 * the innermost one, and takes an endpoint's internal error (-32603) for a contract that reverted.
 */
export class EndpointFault extends BaseError {
  override name = 'EndpointFault';
  /** The name of the error, without the endpoint's address and the wallet in its words. */
  readonly reason: string;
  readonly timedOut: boolean;
  /** The endpoint does not have the block that was asked for (yet). */
  readonly unknownBlock: boolean;

  constructor(error?: BaseError) {
    super('The endpoint could not answer.');
    this.reason = error?.walk().name ?? 'unknown';
    this.timedOut = error instanceof TimeoutError;
    this.unknownBlock = unknownBlockWords.test(wordsOf(error));
  }
}

export const faultIn = (error: BaseError): EndpointFault | undefined =>
  (error.walk((cause) => cause instanceof EndpointFault) as EndpointFault | null) ?? undefined;

/**
 * A client that asks the endpoints in their order. `batched` sends the reads of one moment as one JSON-RPC batch;
 * retries go without, because some endpoints refuse or limit batches.
 */
export function endpointClient(
  endpoints: readonly string[],
  { batched, onFault }: { readonly batched: boolean; readonly onFault: () => void },
): PublicClient {
  const transports = endpoints.map((url) =>
    withFaults(
      http(url, {
        timeout: chainAnswerMs,
        retryCount: 0,
        ...(batched && { batch: { wait: batchWaitMs, batchSize }, fetchFn: fetchWholeBatch }),
      }),
      onFault,
    ),
  );
  // A wallet's address may not stay in a cache of answers.
  return createPublicClient({ transport: fallback(transports, { retryCount: 0 }), cacheTime: 0 });
}

/** Marks what is the endpoint's fault, so that it is never taken for the contract's answer. */
const withFaults =
  (transport: Transport, onFault: () => void): Transport =>
  (options) => {
    const inner = transport(options);
    const request = (async (...args: Parameters<EIP1193RequestFn>) => {
      try {
        return await inner.request(...args);
      } catch (error) {
        if (!(error instanceof BaseError) || !isTransient(error)) throw error;
        onFault();
        throw new EndpointFault(error);
      }
    }) as EIP1193RequestFn;
    return { ...inner, request };
  };

/**
 * Rate limits (-32005; 429 and -32007 are providers' codes), missing resources (-32001, -32002) and timeouts, as codes
 * of JSON-RPC.
 */
const transientCodes = new Set([-32005, 429, -32007, -32001, -32002]);
const internalErrorCode = -32603;
const unknownBlockWords =
  /header not found|unknown block|block (is )?not (found|available|yet)|cannot find block|missing trie node|state (is )?not available/i;
const busyWords =
  /(rate|requests?|capacity|compute units?).{0,20}limit|limit (exceeded|reached)|too many (requests|connections)|timed? ?out|temporarily|overloaded|try again/i;
/** What nodes say of a contract that used up its gas or broke the rules of the virtual machine. */
export const outOfGas = /out of gas|outofgas|invalid opcode|stack (over|under)flow/i;
const wordsOf = (error: BaseError | undefined): string => `${error?.details ?? ''} ${error?.shortMessage ?? ''}`;

function isTransient(error: BaseError): boolean {
  // Without a status the connection failed, or the answer was no JSON.
  if (error instanceof HttpRequestError || error instanceof TimeoutError) return true;
  const words = wordsOf(error);
  const { code, data } = (error.walk((cause) => typeof (cause as { code?: unknown }).code === 'number') ?? {}) as {
    code?: number;
    data?: unknown;
  };
  if (code === undefined || data !== undefined || /revert/i.test(words) || outOfGas.test(words)) return false;
  return (
    transientCodes.has(code) || code === internalErrorCode || unknownBlockWords.test(words) || busyWords.test(words)
  );
}

/**
 * viem pairs the answers of a batch with its requests by position after sorting by id. An endpoint that answers with
 * one error for all, or leaves answers out, is at fault here, before anything could be paired wrongly.
 */
const fetchWholeBatch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const asked: unknown = JSON.parse(init?.body as string);
  if (!Array.isArray(asked)) return response;
  const text = await response.text();
  const answers: unknown = JSON.parse(text);
  const ids = new Set(Array.isArray(answers) ? answers.map((one: { id?: unknown } | null) => one?.id) : []);
  const isWhole = Array.isArray(answers) && answers.length === asked.length && asked.every(({ id }) => ids.has(id));
  if (!isWhole) throw new Error('The endpoint did not answer each request of a batch.');
  return new Response(text, response);
};
