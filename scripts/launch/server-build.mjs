import { cpSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildWhenChanged } from './build-when-changed.mjs';
import { checkout } from './checkout.mjs';

const server = join(checkout, 'server');

/** What `npm start` runs: the server and its libraries in few files without types (docs/decisions/0020). */
export const builtServer = join(server, 'dist/main.js');

export function ensureServerBuild() {
  return buildWhenChanged({
    what: 'server',
    home: server,
    sources: ['server/src', 'server/vite.config.ts', 'server/package.json', 'scripts/admin.ts', 'scripts/doctor.ts'],
    async make(fresh, vite) {
      await vite('--ssr', '--outDir', fresh);
      // Files that the program reads lie where its sources have them.
      for (const files of ['migrations', 'functions'])
        cpSync(join(server, 'src/db', files), join(fresh, files), { recursive: true });
      for (const file of ['demo/replay-clip.mp4', 'adapters/payouts/pain.001.001.09.xsd'])
        cpSync(join(server, 'src', file), join(fresh, basename(file)));
    },
  });
}
