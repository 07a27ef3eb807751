import process from 'node:process';
import { Recorder } from './recorder.ts';
import type { RecorderSettings } from './recorder-client.ts';

/**
 * The recorder in a separate process, so that native code that parses packets from strangers can crash only this one.
 * The app sends the settings as the first message. They include neither the database's URL nor the engine's secret.
 */
let recorder: Recorder | undefined;
const stopWithinMs = 6_000;

function end(): void {
  setTimeout(() => process.exit(0), stopWithinMs).unref();
  void (recorder?.stop() ?? Promise.resolve()).finally(() => process.exit(0));
}

process.on('message', (settings: RecorderSettings) => {
  recorder = new Recorder(settings);
  recorder.start();
  process.send?.({ recording: true });
});
process.on('SIGTERM', end);
// Ctrl-C reaches the whole process group; the app decides when this process ends.
process.on('SIGINT', () => undefined);
process.on('disconnect', end);
