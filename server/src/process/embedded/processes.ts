import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const pollMs = 20;

/** True while a process with that id exists, of any owner. A zombie counts as gone. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return true;
  }
}

/** The words a process was started with, joined by blanks; empty when it is gone or may not be read. */
export function commandLineOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    if (process.platform === 'linux') return '';
  }
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

/** A process id is only a number that gets used again: true when it still is the program we mean. */
export function isOurs(pid: number, ...words: readonly string[]): boolean {
  if (!isAlive(pid)) return false;
  const line = commandLineOf(pid);
  return words.every((word) => line.includes(word));
}

/** Sends a signal; a process that is gone already is fine. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // gone already
  }
}

/** Waits until it has ended, at most that long. False when it still runs. */
export async function waitForEnd(pid: number, forMs: number): Promise<boolean> {
  for (let waited = 0; waited < forMs; waited += pollMs) {
    if (!isAlive(pid)) return true;
    await pause(pollMs);
  }
  return !isAlive(pid);
}

/** Where a command lies on PATH, asked of the system once per call. */
export function hasCommand(name: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' }).status === 0;
}

/**
 * The words in front of a command that make the kernel end it together with us, even when we are killed with -9.
 * Linux only; elsewhere an orphan is found and ended by the next start.
 */
export function dieWithUs(signalName: 'INT' | 'KILL'): string[] {
  if (process.platform !== 'linux' || !hasCommand('setpriv')) return [];
  const works = spawnSync('setpriv', ['--pdeathsig', signalName, 'true'], { stdio: 'ignore' }).status === 0;
  return works ? ['setpriv', '--pdeathsig', signalName] : [];
}
