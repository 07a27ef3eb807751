import type { TokenRule } from '@frontrow/core/token-gate/token-rule.ts';
import { admittingToken } from '@frontrow/core/token-gate/holdings.ts';
import { type Address } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Endpoint, type ScriptedAnswer, scriptedEndpoint } from '../../../test/chain/bad-endpoints.ts';
import { newWallet, startChain, type TestChain } from '../../../test/chain/start-chain.ts';
import { heardLog } from '../../../test/captured-log.ts';
import { readChains } from './read-chains.ts';

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

const log = heardLog();
const open: Endpoint[] = [];
let chain: TestChain;
let coin: Address;
let holder: Address;
let rule: TokenRule;
beforeAll(async () => {
  chain = await startChain();
  coin = await chain.deploy('Coin', 'Coin', 'C', 18);
  holder = newWallet().address;
  await chain.send(coin, 'Coin', 'mint', [holder, 10n ** 18n]);
  await chain.client.mine({ blocks: 3 });
  const place = { chainId: chain.id, address: coin };
  rule = {
    nftCollections: [],
    coins: [{ coinName: 'Coin', coinId: 'C', minCoinBalance: 1, coinChainId: chain.id, coinAddress: coin }],
    tokens: [{ ...place, of: 'coins', row: 0, standard: 'erc20', name: 'Coin', symbol: 'C', decimals: 18 }],
    delegates: false,
  };
});
afterEach(() => {
  for (const endpoint of open.splice(0)) endpoint.stop();
});
afterAll(() => chain.stop());

const calls = (request: unknown): readonly Call[] => (Array.isArray(request) ? request : [request]) as Call[];
const isRead = (request: unknown): boolean => calls(request).some(({ method }) => method === 'eth_call');
/** The same JSON-RPC error for each call of a request. */
const errorForEach = (request: unknown, error: object): ScriptedAnswer => {
  const answers = calls(request).map(({ id }) => ({ jsonrpc: '2.0', id, error }));
  return { body: Array.isArray(request) ? answers : answers[0] };
};

async function startEndpoint(answer: Parameters<typeof scriptedEndpoint>[1]): Promise<string> {
  const started = await scriptedEndpoint(chain, answer);
  open.push(started);
  return started.url;
}
/** An endpoint whose first read of a contract goes wrong; whatever comes after it is the chain's answer. */
function faultyOnce(fault: (request: unknown) => ScriptedAnswer): Promise<string> {
  let done = false;
  return startEndpoint((request) => {
    if (done || !isRead(request)) return undefined;
    done = true;
    return fault(request);
  });
}
const at = (...endpoints: string[]) => readChains({ chains: [{ id: chain.id, endpoints }], log });
async function admitted(...endpoints: string[]): Promise<unknown> {
  try {
    const [row] = await at(...endpoints).holdings(holder, rule);
    return row && admittingToken(rule, row.holds);
  } catch (error) {
    return (error as { code?: string }).code ?? error;
  }
}

const faults: [string, (request: unknown) => ScriptedAnswer][] = [
  ['"header not found"', (request) => errorForEach(request, { code: -32000, message: 'header not found' })],
  [
    '"missing trie node"',
    (request) => errorForEach(request, { code: -32000, message: 'missing trie node 2f0a (path )' }),
  ],
  ['an unknown block', (request) => errorForEach(request, { code: -32001, message: 'Unknown block' })],
  ['an internal error', (request) => errorForEach(request, { code: -32603, message: 'Internal error' })],
  ['a rate limit', (request) => errorForEach(request, { code: -32005, message: 'daily request count exceeded' })],
  ['a provider code 429', (request) => errorForEach(request, { code: 429, message: 'compute units per second' })],
  ['HTTP 429 with a page', () => ({ status: 429, body: 'Too Many Requests' })],
  [
    'HTTP 429 with one error',
    () => ({ status: 429, body: { jsonrpc: '2.0', error: { code: -32005, message: 'slow' } } }),
  ],
  ['HTTP 200 with one error', () => ({ body: { jsonrpc: '2.0', id: null, error: { code: 429, message: 'slow' } } })],
  ['HTTP 502', () => ({ status: 502, body: 'Bad Gateway' })],
];

describe('an endpoint that is at fault once', () => {
  test.each(faults)('an endpoint that is at fault once does not turn a holder away: %s', async (_what, fault) => {
    expect(await admitted(await faultyOnce(fault))).toBe('C');
  });

  test('an endpoint that is at fault once is followed by the next endpoint, which may know only the block before', async () => {
    const newest = await chain.client.getBlockNumber();
    const first = await startEndpoint((request) =>
      isRead(request) ? { status: 429, body: 'Too Many Requests' } : undefined,
    );
    const behind = await startEndpoint((request) => {
      const asked = `0x${newest.toString(16)}`;
      const names = calls(request).some(({ params }) => params.includes(asked));
      return names ? errorForEach(request, { code: -32000, message: 'header not found' }) : undefined;
    });
    await chain.client.mine({ blocks: 0 });
    expect(await admitted(first, behind)).toBe('C');
  });

  test('an endpoint that is at fault once does not make a contract wallet\u2019s signature a wrong one', async () => {
    const owner = newWallet();
    const message = 'frontrow.test wants you to sign in';
    const wallet = await chain.deploy('ContractWallet', owner.address);
    const signature = await owner.signMessage({ message });
    for (const [, fault] of faults) {
      const chains = at(await faultyOnce(fault));
      expect(await chains.isSignedBy({ chainId: chain.id, address: wallet, message, signature })).toBe(true);
    }
  });
});

describe('an endpoint that is always at fault', () => {
  test.each(faults)(
    'an endpoint that is always at fault makes the check unavailable, never "holds nothing": %s',
    async (_what, fault) => {
      const url = await startEndpoint((request) => (isRead(request) ? fault(request) : undefined));
      expect(await admitted(url)).toBe('chain_unavailable');
    },
  );

  test('an endpoint that is always at fault is left for the next one', async () => {
    const url = await startEndpoint(() => ({ status: 429, body: 'Too Many Requests' }));
    expect(await admitted(url, chain.url)).toBe('C');
  });
});

describe('a batch', () => {
  test('a batch with incomplete answers is asked again, one by one', async () => {
    const url = await startEndpoint((request) =>
      Array.isArray(request)
        ? {
            body: calls(request)
              .slice(1)
              .map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x1' })),
          }
        : undefined,
    );
    expect(await admitted(url)).toBe('C');
  });

  test('a batch that an endpoint does not support is asked again, one by one', async () => {
    const url = await startEndpoint((request) =>
      Array.isArray(request)
        ? { status: 400, body: { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'batch not supported' } } }
        : undefined,
    );
    expect(await admitted(url)).toBe('C');
  });
});

test('a contract that reverts with an internal error code is read as holding nothing', async () => {
  const url = await startEndpoint((request) =>
    isRead(request) ? errorForEach(request, { code: -32603, message: 'execution reverted', data: '0x' }) : undefined,
  );
  expect(await admitted(url)).toBeUndefined();
});
