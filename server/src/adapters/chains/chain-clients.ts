import { setTimeout as pause } from 'node:timers/promises';
import { chainRetryWaitsMs } from '@frontrow/core/token-gate/limits.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import {
  AbiDecodingDataSizeTooSmallError,
  AbiDecodingZeroDataError,
  BaseError,
  BlockNotFoundError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  type PublicClient,
} from 'viem';
import type { Logger } from '../../ports/log.ts';
import type { Config } from '../../process/config.ts';
import { endpointClient, faultIn, outOfGas } from './endpoints.ts';

/** At most this many reads of one block are repeated because the block was reorganised away. */
const blockReadsMax = 2;

/** A chain at one block: every answer read through it is of that block. */
export interface AtBlock {
  readonly client: PublicClient;
  readonly blockNumber: bigint;
}

/** One attempt at reading a chain. */
export interface ChainRead {
  readonly client: PublicClient;
  /** How many blocks behind the newest to read: one more each time that no endpoint had the block. */
  readonly blocksBack: number;
  /** Whether an endpoint was at fault so far. Some reads of viem answer "no" for a fault. */
  faulted(): boolean;
}

export interface ChainClients {
  readonly ids: readonly number[];
  has(chainId: number): boolean;
  /**
   * Reads at the newest block. A block that is reorganised away during the read is read again, once; a block that an
   * endpoint does not know yet is followed by a read one block earlier. Refuses `token_chain_unset`, and
   * `chain_unavailable` where no endpoint answers.
   */
  atOneBlock<T>(chainId: number, read: (at: AtBlock) => Promise<T>): Promise<T>;
  /** The same without naming a block. */
  ask<T>(chainId: number, read: (attempt: ChainRead) => Promise<T>): Promise<T>;
}

/** Reads chains through their endpoints, in the given order, each for three seconds, with a few retries. */
export function chainClients({
  chains,
  log,
}: {
  readonly chains: Config['chains'];
  readonly log: Logger;
}): ChainClients {
  const endpointsOf = new Map(chains.map(({ id, endpoints }) => [id, endpoints]));
  const ask: ChainClients['ask'] = async (chainId, read) => {
    const endpoints = endpointsOf.get(chainId);
    if (!endpoints) throw refuse('token_chain_unset', { chain: chainId });
    let blocksBack = 0;
    for (let attempt = 0; ; attempt++) {
      let faulted = false;
      const client = endpointClient(endpoints, { batched: attempt === 0, onFault: () => (faulted = true) });
      try {
        return await read({ client, blocksBack, faulted: () => faulted });
      } catch (error) {
        if (!(error instanceof BaseError)) throw error;
        const fault = faultIn(error);
        const wait = chainRetryWaitsMs[attempt];
        // Endpoints that ran into their time limit have had their chance.
        if (wait === undefined || !fault || fault.timedOut) {
          const why = fault?.reason ?? error.walk().name;
          log.warn({ chain: chainId, error: error.name, why }, 'no endpoint of the chain answered');
          throw refuse('chain_unavailable');
        }
        if (fault.unknownBlock) blocksBack += 1;
        await pause(wait);
      }
    }
  };
  return {
    ids: [...endpointsOf.keys()],
    has: (chainId) => endpointsOf.has(chainId),
    ask,
    atOneBlock: (chainId, read) =>
      ask(chainId, async ({ client, blocksBack }) => {
        for (let reads = 1; ; reads++) {
          const block = await blockBehindNewest(client, blocksBack);
          const answer = await read({ client, blockNumber: block.number });
          const now = await client.getBlock({ blockNumber: block.number }).catch(undefinedWhereGone);
          if (now?.hash === block.hash) return answer;
          if (reads >= blockReadsMax) throw new BaseError('The chain reorganised during every read.');
        }
      }),
  };
}

async function blockBehindNewest(client: PublicClient, behind: number) {
  const newest = await client.getBlock();
  const number = newest.number - BigInt(behind);
  return behind === 0 || number < 0n ? newest : client.getBlock({ blockNumber: number });
}

function undefinedWhereGone(error: unknown): undefined {
  if (!(error instanceof BlockNotFoundError)) throw error;
}

/** Whether the contract is at fault: it reverted, used up all gas, or answered outside its standard. */
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

/** The answer of a contract; undefined where the contract fails. Throws where no endpoint answers. */
export async function ofContract<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isContractsFault(error)) return undefined;
    throw error;
  }
}
