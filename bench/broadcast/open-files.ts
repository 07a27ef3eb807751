import { readFileSync } from 'node:fs';

/** Files besides the sockets: the database, the program itself, and requests. */
const spareFiles = 500;

/** Every socket is an open file, in the server and in the listeners. Ends the bench where too few may be open. */
export function requireFiles(sockets: number): void {
  const [, soft] = /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  const needed = sockets + spareFiles;
  if (soft === 'unlimited' || Number(soft) >= needed) return;
  process.stderr.write(
    `A process may open ${soft} files here, and ${needed} are needed: run ulimit -n ${needed} before.\n`,
  );
  process.exit(1);
}
