/**
 * Waits until the video engine is in the cache: `npm test` needs it, `npm start` fetches it in the background.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bringLivekitBinary } from '../server/src/process/embedded/livekit-binary.ts';

const found = await bringLivekitBinary({
  cacheHome: process.env['XDG_CACHE_HOME'],
  fallbackCache: join(tmpdir(), 'frontrow-cache'),
  tell: (sentence) => void process.stdout.write(`${sentence}\n`),
});
if ('missing' in found) {
  process.stderr.write(`${found.missing}\n`);
  process.exitCode = 1;
}
