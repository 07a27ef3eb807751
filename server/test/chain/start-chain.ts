import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import {
  createTestClient,
  http,
  publicActions,
  type Address,
  type Hex,
  type TransactionReceipt,
  walletActions,
} from 'viem';
import { generatePrivateKey, mnemonicToAccount, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { freePort } from '../../src/process/embedded/free-port.ts';
import { compiledContracts } from './contracts.ts';

export const testChainId = 31_337;
/** Where delegate.xyz has its registry on every chain. */
export const delegateRegistry: Address = '0x00000000000000447e69651d841bD8D104Bed493';

/** The binary of this platform; where there is none, says how to get it. */
function anvilPath(): string {
  const name = '@foundry-rs/anvil-linux-amd64';
  try {
    const path = join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'bin/anvil');
    if (existsSync(path)) return path;
  } catch {
    // said below
  }
  throw new Error(`There is no local chain: npm did not install ${name} here. Install Foundry's anvil for it.`);
}

const pollMs = 20;
const minedWithinMs = 30_000;

const clientOf = (url: string) =>
  createTestClient({
    mode: 'anvil',
    account: mnemonicToAccount('test test test test test test test test test test test junk'),
    transport: http(url),
    pollingInterval: pollMs,
  })
    .extend(publicActions)
    .extend(walletActions);

export interface TestChain {
  readonly id: number;
  readonly url: string;
  readonly client: ReturnType<typeof clientOf>;
  /** Deploys one of `contracts/` and answers its address, in lower case. */
  deploy(name: string, ...args: unknown[]): Promise<Address>;
  /** Calls a function that changes something, and waits until a block has it. `as`: anyone, without their key. */
  send(contract: Address, name: string, call: string, args: readonly unknown[], as?: Address): Promise<void>;
  /** Puts the registry of delegations where delegate.xyz has it. */
  addDelegateRegistry(): Promise<void>;
  stop(): Promise<void>;
}

/** A local chain (anvil), which makes a block for each transaction. */
export async function startChain(id = testChainId, givenPort?: number): Promise<TestChain> {
  const port = givenPort ?? (await freePort('127.0.0.1'));
  const child = spawn(anvilPath(), ['--port', String(port), '--chain-id', String(id)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  await answers(child);
  const url = `http://127.0.0.1:${port}`;
  const client = clientOf(url);
  const contracts = compiledContracts();
  const contractOf = (name: string) => {
    const found = contracts[name];
    if (!found) throw new Error(`there is no contract ${name}`);
    return found;
  };
  // `waitForTransactionReceipt` looks again at the next block, which never comes where it missed the only one.
  const receiptOf = async (hash: Hex): Promise<TransactionReceipt> => {
    for (const until = Date.now() + minedWithinMs; Date.now() < until; await pause(pollMs)) {
      const receipt = await client.getTransactionReceipt({ hash }).catch(() => undefined);
      if (receipt) return receipt;
    }
    throw new Error(`no block has the transaction ${hash}`);
  };
  const mined = async (hash: Hex) => {
    const receipt = await receiptOf(hash);
    if (receipt.status !== 'success') throw new Error('a transaction was reverted');
    return receipt;
  };
  const deploy: TestChain['deploy'] = async (name, ...args) => {
    const hash = await client.deployContract({ ...contractOf(name), args, chain: null });
    const { contractAddress } = await mined(hash);
    if (!contractAddress) throw new Error(`${name} was not deployed`);
    return contractAddress.toLowerCase() as Address;
  };
  return {
    id,
    url,
    client,
    deploy,
    async send(contract, name, call, args, as) {
      if (as) {
        await client.impersonateAccount({ address: as });
        await client.setBalance({ address: as, value: 10n ** 18n });
      }
      const asked = { address: contract, abi: contractOf(name).abi, functionName: call, args, chain: null };
      await mined(await client.writeContract({ ...asked, ...(as && { account: as }) }));
    },
    async addDelegateRegistry() {
      const bytecode = await client.getCode({ address: await deploy('DelegateRegistry') });
      await client.setCode({ address: delegateRegistry, bytecode: bytecode ?? '0x' });
    },
    async stop() {
      process.removeListener('exit', end);
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      end();
      await ended;
    },
  };
}

function answers(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let answer = '';
    child.once('exit', (code) => reject(new Error(`anvil ended (${code})`)));
    child.once('error', reject);
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      answer = (answer + text).slice(-500);
      if (answer.includes('Listening on')) resolve();
    });
  });
}

/** Someone with its own key. */
export const newWallet = (): PrivateKeyAccount => privateKeyToAccount(generatePrivateKey());
