import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { BrowserContext } from '@playwright/test';
import { type Address, createTestClient, http, parseAbi, publicActions, walletActions } from 'viem';
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts';
import type { Product } from './product.ts';

export const chainId = 31_337;
const unit = 10n ** 18n;
const coinAbi = parseAbi([
  'function mint(address to, uint256 amount)',
  'function transfer(address to, uint256 amount) returns (bool)',
]);

/** A chain that this product reads, with a coin of which anybody can be given some. */
export interface Chain {
  readonly coin: Address;
  /** Whole units, made for the wallet. */
  mint(to: Address, units: number): Promise<void>;
  /** Whole units, from one wallet to another. */
  give(from: Address, to: Address, units: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startChain(product: Product): Promise<Chain> {
  const program = fileURLToPath(new URL('../../server/test/chain/chain-process.ts', import.meta.url));
  const child = spawn(process.execPath, [program, String(product.chainPort)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const said = (await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])) as unknown[];
  if (child.exitCode !== null) throw new Error('the chain did not start');
  const { coin } = JSON.parse(String(said[0])) as { coin: Address };
  const client = createTestClient({
    mode: 'anvil',
    account: mnemonicToAccount('test test test test test test test test test test test junk'),
    transport: http(`http://127.0.0.1:${product.chainPort}`),
    pollingInterval: 20,
  })
    .extend(publicActions)
    .extend(walletActions);
  return {
    coin,
    async mint(to, units) {
      const args = [to, BigInt(units) * unit] as const;
      const hash = await client.writeContract({ address: coin, abi: coinAbi, functionName: 'mint', args, chain: null });
      await client.waitForTransactionReceipt({ hash });
    },
    async give(from, to, units) {
      await client.impersonateAccount({ address: from });
      await client.setBalance({ address: from, value: unit });
      const args = [to, BigInt(units) * unit] as const;
      const asked = {
        address: coin,
        abi: coinAbi,
        functionName: 'transfer',
        args,
        chain: null,
        account: from,
      } as const;
      await client.waitForTransactionReceipt({ hash: await client.writeContract(asked) });
    },
    async stop() {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/** What a person presses in their wallet. */
export type WalletAnswer = 'sign' | 'decline';

export interface PageWallet {
  readonly address: Address;
  /** What is pressed from now on. */
  answer: WalletAnswer;
}

/** A wallet in every page of this browser, which announces itself (EIP-6963) and signs with its own key. */
export async function giveWallet(context: BrowserContext, name: string): Promise<PageWallet> {
  const account = privateKeyToAccount(generatePrivateKey());
  const wallet: PageWallet = { address: account.address, answer: 'sign' };
  const call = `wallet${account.address}`;
  await context.exposeFunction(call, async (method: string, params: readonly string[]) => {
    if (method === 'eth_requestAccounts') return { value: [account.address.toLowerCase()] };
    if (wallet.answer === 'decline') return { code: 4001 };
    return { value: await account.signMessage({ message: { raw: params[0] as Address } }) };
  });
  await context.addInitScript(
    ({ binding, title, uuid }) => {
      type Asked = { method: string; params?: unknown[] };
      const ask = (
        window as unknown as Record<
          string,
          (method: string, params: unknown[]) => Promise<{ value?: unknown; code?: number }>
        >
      )[binding]!;
      const provider = {
        async request({ method, params = [] }: Asked) {
          const { value, code } = await ask(method, params);
          if (code !== undefined) throw Object.assign(new Error('The wallet said no.'), { code });
          return value;
        },
      };
      const icon =
        'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><path fill="teal" d="M0 0h2v2H0z"/></svg>';
      const detail = Object.freeze({ info: { uuid, name: title, icon, rdns: 'test.wallet' }, provider });
      const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
      window.addEventListener('eip6963:requestProvider', announce);
      announce();
    },
    { binding: call, title: name, uuid: account.address },
  );
  return wallet;
}
