import process from 'node:process';
import { RtmpListener, type RtmpSettings } from './rtmp-listener.ts';

/**
 * The RTMP listener as a process of its own: native code that reads what strangers send ends at most this one. The app
 * sends the settings as the first message, and is told when it listens.
 */
export type FromListener = { readonly listening: true } | { readonly failed: string };

const tell = (message: FromListener): void => void process.send?.(message);
let listener: RtmpListener | undefined;

async function end(): Promise<never> {
  await listener?.stop().catch(() => undefined);
  process.exit(0);
}

process.once('message', (settings: RtmpSettings) => {
  listener = new RtmpListener(settings);
  listener.listen().then(
    () => tell({ listening: true }),
    (error: NodeJS.ErrnoException) => {
      tell({ failed: error.code ?? error.message });
      process.exitCode = 1;
      process.disconnect();
    },
  );
});
process.on('SIGTERM', () => void end());
// Ctrl-C reaches the whole group: the app decides.
process.on('SIGINT', () => undefined);
process.on('disconnect', () => void end());
