import { readFileSync } from 'node:fs';

const lookEveryMs = 300;

/** @typedef {import('node:child_process').ChildProcess} Child */

/** Hands signals on; we end when the children have. @param {Child[]} children */
export function forwardSignals(children) {
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(name, () => {
      for (const child of children) child.kill(name);
    });
  }
}

/**
 * npm starts us through a shell that hands no signal on. When npm or that shell is gone, nobody could stop us any
 * more, so we stop. @param {Child[]} children
 */
export function endWithParent(children) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const before = ancestors();
  const timer = setInterval(() => {
    if (ancestors() === before) return;
    clearInterval(timer);
    for (const child of children) child.kill('SIGTERM');
  }, lookEveryMs);
  timer.unref();
}

/**
 * npm, and the shell between us where there is one. Some shells (bash) become the command they were given: then npm
 * itself started us, and its parent may go.
 */
function ancestors() {
  const { ppid } = process;
  try {
    if (readFileSync(`/proc/${ppid}/cmdline`, 'utf8').split('\0')[1] !== '-c') return String(ppid);
    const line = readFileSync(`/proc/${ppid}/stat`, 'utf8');
    return `${ppid} ${line.slice(line.lastIndexOf(')') + 2).split(' ')[1]}`;
  } catch {
    return String(ppid);
  }
}
