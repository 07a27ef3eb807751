import { chainAnswerMs } from '@frontrow/core/token-gate/limits.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import {
  AbiDecodingDataSizeTooSmallError,
  AbiDecodingZeroDataError,
  BaseError,
  BlockNotFoundError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  createPublicClient,
  fallback,
  http,
  type PublicClient,
} from 'viem';
import type { Logger } from '../../ports/log.ts';
import type { Config } from '../../process/config.ts';

/** Reads of one moment go to an endpoint in one request. */
const batchWaitMs = 5;
const batchSize = 50;
const blockReadsMax = 2;

/** A chain at one block: every answer read through it is of that block. */
export interface AtBlock {
  readonly client: PublicClient;
  readonly blockNumber: bigint;
}

export interface ChainClients {
  readonly ids: readonly number[];
  has(chainId: number): boolean;
  /**
   * Reads at the newest block. A block that was taken back meanwhile (a re-organisation) is read anew, once. Refuses
   * `token_chain_unset`, and `chain_unavailable` where no endpoint answers.
   */
  atOneBlock<T>(chainId: number, read: (at: AtBlock) => Promise<T>): Promise<T>;
  /** The same without a block of its own. */
  ask<T>(chainId: number, read: (client: PublicClient) => Promise<T>): Promise<T>;
}

/** One client a chain, which asks its endpoints in their order, each for three seconds. */
export function chainClients({
  chains,
  log,
}: {
  readonly chains: Config['chains'];
  readonly log: Logger;
}): ChainClients {
  const clients = new Map(
    chains.map(({ id, endpoints }) => {
      const transports = endpoints.map((url) =>
        http(url, { timeout: chainAnswerMs, retryCount: 0, batch: { wait: batchWaitMs, batchSize } }),
      );
      // An address of a wallet may not stay in a cache of answers.
      return [id, createPublicClient({ transport: fallback(transports, { retryCount: 0 }), cacheTime: 0 })] as const;
    }),
  );
  const clientOf = (chainId: number): PublicClient => {
    const client = clients.get(chainId);
    if (!client) throw refuse('token_chain_unset', { chain: chainId });
    return client;
  };
  const ask: ChainClients['ask'] = async (chainId, read) => {
    const client = clientOf(chainId);
    try {
      return await read(client);
    } catch (error) {
      if (!(error instanceof BaseError)) throw error;
      log.warn({ chain: chainId, error: error.name, why: shortest(error) }, 'a chain does not answer');
      throw refuse('chain_unavailable');
    }
  };
  return {
    ids: [...clients.keys()],
    has: (chainId) => clients.has(chainId),
    ask,
    atOneBlock: (chainId, read) =>
      ask(chainId, async (client) => {
        for (let attempt = 1; ; attempt++) {
          const block = await client.getBlock();
          const answer = await read({ client, blockNumber: block.number });
          const now = await client.getBlock({ blockNumber: block.number }).catch(undefinedWhereGone);
          if (now?.hash === block.hash) return answer;
          if (attempt >= blockReadsMax) throw new BaseError('The chain takes its blocks back.');
        }
      }),
  };
}

function undefinedWhereGone(error: unknown): undefined {
  if (!(error instanceof BlockNotFoundError)) throw error;
}

/** An endpoint's address often holds a key, and its words the wallet that was asked about. */
const shortest = (error: BaseError): string => error.walk().name;

const outOfGas = /out of gas|outofgas|invalid opcode|stack (over|under)flow/i;

/** Whether a contract itself answered wrong: it reverted, burnt all gas, or said what no such contract says. */
export const isContractsFault = (error: unknown): boolean =>
  error instanceof BaseError &&
  error.walk(
    (cause) =>
      cause instanceof ContractFunctionRevertedError ||
      cause instanceof ContractFunctionZeroDataError ||
      cause instanceof AbiDecodingZeroDataError ||
      cause instanceof AbiDecodingDataSizeTooSmallError ||
      (cause instanceof BaseError && outOfGas.test(cause.details ?? '')) ||
      (cause instanceof Error && decodingNames.has(cause.name)),
  ) !== null;

/** Of answers that are not of the type that the standard says. */
const decodingNames = new Set([
  'InvalidBytesBooleanError',
  'IntegerOutOfRangeError',
  'PositionOutOfBoundsError',
  'RecursiveReadLimitExceededError',
  'SizeOverflowError',
]);

/** The answer of a contract; undefined where the contract itself fails. Throws where nobody answers. */
export async function ofContract<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isContractsFault(error)) return undefined;
    throw error;
  }
}
