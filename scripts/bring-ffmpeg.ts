/**
 * Waits until ffmpeg is available and prints its path: `npm test` needs it, `npm start` fetches it in the background.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bringFfmpeg } from '../server/src/process/embedded/ffmpeg-binary.ts';

const found = await bringFfmpeg({
  cacheHome: process.env['XDG_CACHE_HOME'],
  fallbackCache: join(tmpdir(), 'frontrow-cache'),
  tell: (sentence) => void process.stderr.write(`${sentence}\n`),
});
if ('missing' in found) {
  process.stderr.write(`${found.missing}\n`);
  process.exitCode = 1;
} else process.stdout.write(found.path);
