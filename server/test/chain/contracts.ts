import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import type { Abi, Hex } from 'viem';

export interface Contract {
  readonly abi: Abi;
  readonly bytecode: Hex;
}

interface Compiled {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts: Record<
    string,
    Record<string, { readonly abi: Abi; readonly evm: { readonly bytecode: { readonly object: string } } }>
  >;
}

const require = createRequire(import.meta.url);
const folder = join(import.meta.dirname, 'contracts');
const cache = join(import.meta.dirname, '../../../.cache/contracts');

/** Our test contracts by name, compiled with solc and OpenZeppelin once for a text of them. */
export function compiledContracts(): Readonly<Record<string, Contract>> {
  const sources = Object.fromEntries(
    readdirSync(folder)
      .toSorted()
      .map((name) => [name, { content: readFileSync(join(folder, name), 'utf8') }]),
  );
  const settings = {
    optimizer: { enabled: true },
    evmVersion: 'cancun',
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
  };
  const input = JSON.stringify({ language: 'Solidity', sources, settings });
  const versions = ['solc', '@openzeppelin/contracts'].map(
    (name) => (require(`${name}/package.json`) as { version: string }).version,
  );
  const kept = join(cache, `${createHash('sha256').update(input).update(versions.join()).digest('hex')}.json`);
  if (!existsSync(kept)) keep(kept, compile(input));
  return JSON.parse(readFileSync(kept, 'utf8')) as Record<string, Contract>;
}

function compile(input: string): Record<string, Contract> {
  const solc = require('solc') as {
    compile(input: string, callbacks: { import(path: string): { contents: string } }): string;
  };
  const read = (path: string) => ({ contents: readFileSync(require.resolve(path), 'utf8') });
  const { contracts, errors = [] } = JSON.parse(solc.compile(input, { import: read })) as Compiled;
  const broken = errors.filter(({ severity }) => severity === 'error');
  if (broken.length > 0) throw new Error(broken.map(({ formattedMessage }) => formattedMessage).join('\n'));
  const ours = Object.entries(contracts).filter(([file]) => !file.startsWith('@'));
  return Object.fromEntries(
    ours.flatMap(([, found]) =>
      Object.entries(found).map(([name, { abi, evm }]) => [name, { abi, bytecode: `0x${evm.bytecode.object}` }]),
    ),
  );
}

/** Two test processes may compile at once: the last one to finish wins. */
function keep(path: string, contracts: Record<string, Contract>): void {
  mkdirSync(cache, { recursive: true });
  const written = `${path}.${process.pid}`;
  writeFileSync(written, JSON.stringify(contracts));
  renameSync(written, path);
}
