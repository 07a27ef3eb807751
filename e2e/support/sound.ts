import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './until.ts';

/**
 * A sound card that nobody hears. Without one, Firefox leaves every `AudioContext` suspended, and WebKit plays nothing.
 */
export async function startSound(): Promise<{ server: string; stop(): Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), 'frontrow-sound-'));
  const socket = join(home, 'native');
  const modules = ['module-null-sink', `module-native-protocol-unix socket=${socket} auth-anonymous=1`];
  const words = ['-n', '--daemonize=no', '--exit-idle-time=-1', '--use-pid-file=no'];
  const child = spawn('pulseaudio', [...words, ...modules.flatMap((name) => ['-L', name])], {
    stdio: 'ignore',
    env: { ...process.env, HOME: home, XDG_RUNTIME_DIR: home },
  });
  let failed: Error | undefined;
  child.once('error', (error) => (failed = error));
  await until('the sound server listens', () => {
    if (failed) throw new Error('There is no sound server: install Debian\'s "pulseaudio".', { cause: failed });
    return existsSync(socket);
  });
  return {
    server: `unix:${socket}`,
    async stop() {
      child.kill();
      await until('the sound server ended', () => child.exitCode !== null || child.signalCode !== null);
      await rm(home, { recursive: true, force: true });
    },
  };
}
