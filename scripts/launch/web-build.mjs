import { copyFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { buildWhenChanged, builtFromTheseSources } from './build-when-changed.mjs';
import { checkout, pinnedNode } from './checkout.mjs';
import { lastLines, runQuietly } from './run-child.mjs';

const compressFromBytes = 1024;
const brotliQuality = 9;

const pages = {
  what: 'pages',
  home: join(checkout, 'web'),
  sources: [
    'web/src',
    'web/public',
    'web/index.html',
    'web/vite.config.ts',
    'web/first-paint.ts',
    'web/home-screen.ts',
    'web/router-parts.ts',
    'web/styles-again.ts',
    'web/theme-variables.ts',
    'web/package.json',
    'client',
    'docs/host-api.md',
  ],
};

export const webBuildIsCurrent = () => builtFromTheseSources(pages);

export function ensureWebBuild() {
  return buildWhenChanged({
    ...pages,
    async make(fresh, vite) {
      await vite('--outDir', fresh, '--emptyOutDir');
      // The server renderer is built next to the files it refers to, so that both always change together.
      await vite('--ssr', 'src/entry-server.tsx', '--outDir', join(fresh, '.server'));
      compressFiles(fresh);
      await packClient(fresh);
      // The guide to what the client and scripts call. As text, so that every browser shows it.
      copyFileSync(join(checkout, 'docs/host-api.md'), join(fresh, 'host-api.txt'));
    },
  });
}

/**
 * `/frontrow-client.tgz`: the typed client that fits this server, for `npm install https://…/frontrow-client.tgz`.
 * @param {string} fresh
 */
async function packClient(fresh) {
  const folder = join(fresh, '.client');
  const tsc = [
    join(checkout, 'node_modules/typescript/bin/tsc'),
    '-p',
    'client',
    '--noEmit',
    'false',
    '--outDir',
    join(folder, 'dist'),
  ];
  const compiled = await runQuietly('building the client', pinnedNode, tsc, { cwd: checkout });
  if (compiled.code !== 0) throw new Error(`Building the client failed:\n${lastLines(compiled.output, 20)}`);
  for (const file of ['package.json', 'README.md']) copyFileSync(join(checkout, 'client', file), join(folder, file));
  const packed = await runQuietly('packing the client', 'npm', ['pack', '--silent'], { cwd: folder });
  const archive = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  if (!archive) throw new Error(`Packing the client failed:\n${lastLines(packed.output, 20)}`);
  copyFileSync(join(folder, archive), join(fresh, 'frontrow-client.tgz'));
  rmSync(folder, { recursive: true });
}

/** Text is compressed once here, so that the server only hands it out. @param {string} dir */
function compressFiles(dir) {
  for (const entry of readdirSync(dir, { withFileTypes: true, recursive: true })) {
    const file = join(entry.parentPath, entry.name);
    if (
      !entry.isFile() ||
      entry.parentPath.endsWith('/.server') ||
      !/\.(js|css|svg|json)$/.test(entry.name) ||
      statSync(file).size < compressFromBytes
    )
      continue;
    const bytes = readFileSync(file);
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
    );
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
}
