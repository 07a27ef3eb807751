import { readFileSync } from 'node:fs';

/** Linux counts a process's time in hundredths of a second. */
const ticksPerSecond = 100;

/** What stands in `stat` behind the name of the program, which may hold anything; the first is field 3. */
const fieldsOf = (pid: number): string[] => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');

export const parentOf = (pid: number): number => Number(fieldsOf(pid)[1]);

/** Seconds of processor that a process has used, in user and system mode: fields 14 and 15 of its `stat`. */
export function processorSeconds(pid: number): number {
  const fields = fieldsOf(pid);
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** The processes that a process has started and that still run. */
export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

/** Of a process and of its children that still run. */
export const processorSecondsOfAll = (pid: number): number =>
  [pid, ...childrenOf(pid)].reduce((sum, one) => sum + processorSeconds(one), 0);
