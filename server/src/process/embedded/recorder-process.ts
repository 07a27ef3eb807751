import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { RecorderSettings } from '../../recorder/recorder-client.ts';
import { signal, waitForEnd } from './processes.ts';
import type { StartLog } from './start-log.ts';

export interface RecorderProcess {
  /** Ends it once the app has everything. */
  stop(): Promise<void>;
}

const stopWithinMs = 2_500;
/** A recorder that ended is started again at once, so that at most three seconds of an event are lost. */
const restartAfterMs = 100;
/** One that ends earlier waits for longer before the next start. */
const steadyAfterMs = 10_000;
const restartAfterFailureMs = 2_000;

/** Runs the recorder as our child, and starts it again whenever it ends. */
export function superviseRecorder(
  file: string,
  settings: Omit<RecorderSettings, 'id'>,
  log: Pick<StartLog, 'warn'>,
): RecorderProcess {
  // The next one continues with the rooms of the one before.
  const id = randomUUID();
  let child: ChildProcess | undefined;
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;

  const begin = (): void => {
    if (stopping) return;
    const beganAt = performance.now();
    // Its environment is bare: settings and secrets of the app are none of its business.
    const started = fork(file, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], env: {} });
    child = started;
    started.on('error', () => undefined);
    started.send({ ...settings, id } satisfies RecorderSettings, () => undefined);
    started.once('exit', () => {
      if (stopping) return;
      log.warn('The recorder ended: starting it again.');
      const isSteady = performance.now() - beganAt > steadyAfterMs;
      timer = setTimeout(begin, isSteady ? restartAfterMs : restartAfterFailureMs);
    });
  };
  begin();
  return {
    async stop() {
      stopping = true;
      clearTimeout(timer);
      const { pid } = child ?? {};
      if (!child || pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      signal(pid, 'SIGTERM');
      if (!(await waitForEnd(pid, stopWithinMs))) signal(pid, 'SIGKILL');
      await ended;
    },
  };
}
