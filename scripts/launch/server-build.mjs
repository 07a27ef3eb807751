import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
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
      const clips = ['replay-clip', 'room-host', 'room-host-sound', 'room-viewer', 'room-viewer-sound'];
      const demo = clips.map((clip) => `demo/${clip}.mp4`);
      for (const file of [...demo, 'adapters/payouts/pain.001.001.09.xsd'])
        cpSync(join(server, 'src', file), join(fresh, basename(file)));
      bringFonts(join(fresh, 'fonts'));
    },
  });
}

/**
 * The fonts of receipts and their licenses, without the weights and formats that no receipt needs: 13 of 250 MB.
 * @param {string} folder
 */
function bringFonts(folder) {
  const { devDependencies } = JSON.parse(readFileSync(join(server, 'package.json'), 'utf8'));
  for (const name of Object.keys(devDependencies).filter((one) => one.startsWith('@fontsource/'))) {
    const font = basename(name);
    const from = join(checkout, 'node_modules', name);
    mkdirSync(join(folder, font, 'files'), { recursive: true });
    for (const file of ['LICENSE', 'unicode.json']) cpSync(join(from, file), join(folder, font, file));
    for (const part of Object.keys(JSON.parse(readFileSync(join(from, 'unicode.json'), 'utf8'))))
      for (const weight of font === 'noto-sans' ? [400, 700] : [400]) {
        const file = join('files', `${font}-${part.replaceAll(/[[\]]/g, '')}-${weight}-normal.woff`);
        if (existsSync(join(from, file))) cpSync(join(from, file), join(folder, font, file));
      }
  }
}
