import { cpus, loadavg } from 'node:os';
import { print } from './report.ts';

/** Each part measures and prints, and says whether its goals are met. */
type Parts = Readonly<Record<string, () => Promise<boolean>>>;

/** Runs the parts that the command names, or all of them. The process fails if one missed its goals. */
export async function runParts(parts: Parts, words: ReadonlySet<string>): Promise<void> {
  const named = Object.keys(parts).filter((name) => words.has(name));
  print('The machine', [['processors', `${cpus().length}, load ${loadavg()[0]!.toFixed(1)}`]]);
  let good = true;
  for (const name of named.length > 0 ? named : Object.keys(parts)) good = (await parts[name]!()) && good;
  process.exitCode = good ? 0 : 1;
}
