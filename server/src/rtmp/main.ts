import process from 'node:process';
import { drainMsMax } from './limits.ts';
import { RtmpListener, type RtmpSettings } from './rtmp-listener.ts';

/**
 * The RTMP listener in a separate process, so that native code that reads input from strangers can crash only this one.
 * The app sends the settings as the first message and gets a message when the listener is up. On `retire` the listener
 * frees its ports, keeps connected encoders, and exits with the last of them.
 */
export type ToListener = RtmpSettings | 'retire';
export type FromListener = { readonly listening: true } | { readonly failed: string } | { readonly retired: true };

const send = (message: FromListener): void => void process.send?.(message);
let listener: RtmpListener | undefined;

async function end(): Promise<never> {
  await listener?.stop().catch(() => undefined);
  process.exit(0);
}

function listen(settings: RtmpSettings): void {
  listener = new RtmpListener(settings);
  listener.listen().then(
    () => send({ listening: true }),
    (error: NodeJS.ErrnoException) => {
      send({ failed: error.code ?? error.message });
      process.exitCode = 1;
      process.disconnect();
    },
  );
}

async function retire(): Promise<never> {
  setTimeout(() => void end(), drainMsMax);
  const over = listener?.retire();
  send({ retired: true });
  await over;
  return end();
}

process.on('message', (message: ToListener) => void (message === 'retire' ? retire() : listen(message)));
process.on('SIGTERM', () => void end());
// Ctrl-C reaches the whole process group; the app decides when this process ends.
process.on('SIGINT', () => undefined);
process.on('disconnect', () => void end());
