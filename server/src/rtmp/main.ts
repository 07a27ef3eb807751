import process from 'node:process';
import { keptMsMax } from './limits.ts';
import { RtmpListener, type RtmpSettings } from './rtmp-listener.ts';

/**
 * The RTMP listener as a process of its own: native code that reads what strangers send ends at most this one. The app
 * sends the settings as the first message, and is told when it listens. Told to retire it frees its ports, keeps the
 * encoders that send, and ends with the last of them.
 */
export type ToListener = RtmpSettings | 'retire';
export type FromListener = { readonly listening: true } | { readonly failed: string } | { readonly retired: true };

const tell = (message: FromListener): void => void process.send?.(message);
let listener: RtmpListener | undefined;

async function end(): Promise<never> {
  await listener?.stop().catch(() => undefined);
  process.exit(0);
}

function listen(settings: RtmpSettings): void {
  listener = new RtmpListener(settings);
  listener.listen().then(
    () => tell({ listening: true }),
    (error: NodeJS.ErrnoException) => {
      tell({ failed: error.code ?? error.message });
      process.exitCode = 1;
      process.disconnect();
    },
  );
}

async function retire(): Promise<never> {
  setTimeout(() => void end(), keptMsMax);
  const over = listener?.retire();
  tell({ retired: true });
  await over;
  return end();
}

process.on('message', (message: ToListener) => void (message === 'retire' ? retire() : listen(message)));
process.on('SIGTERM', () => void end());
// Ctrl-C reaches the whole group: the app decides.
process.on('SIGINT', () => undefined);
process.on('disconnect', () => void end());
