import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { buildWhenChanged, builtFromTheseSources } from './build-when-changed.mjs';
import { checkout } from './checkout.mjs';

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
    },
  });
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
