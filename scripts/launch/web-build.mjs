import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { checkout, giveUp, pinnedNode, say } from './checkout.mjs';
import { lastLines, runQuietly } from './run-child.mjs';

const web = join(checkout, 'web');
const compressFromBytes = 1024;
const brotliQuality = 9;
const sources = [
  'web/src',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'web/theme-variables.ts',
  'web/package.json',
  'core/src',
  'contract/src',
  'package-lock.json',
];

/** Builds the pages when a source changed since the last build; a build that fails leaves the last good one in its place. */
export async function ensureWebBuild() {
  const dist = join(web, 'dist');
  const stamp = join(dist, '.built-from');
  const wanted = hashOf(sources);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  say('Building the pages.');
  const fresh = join(web, `dist.new-${process.pid}`);
  await vite('building', ['--outDir', fresh, '--emptyOutDir'], fresh);
  // What draws pages on the server lies beside the files it speaks of, so that both always change together.
  await vite('building', ['--ssr', 'src/entry-server.tsx', '--outDir', join(fresh, '.server')], fresh);
  compressFiles(fresh);
  writeFileSync(join(fresh, '.built-from'), wanted);
  const old = join(web, `dist.old-${process.pid}`);
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(fresh, dist);
  rmSync(old, { recursive: true, force: true });
}

/** @param {string} doing @param {string[]} words @param {string} fresh removed when the build fails */
async function vite(doing, words, fresh) {
  const program = join(checkout, 'node_modules/vite/bin/vite.js');
  const { code, output } = await runQuietly(doing, pinnedNode, [program, 'build', '--logLevel', 'warn', ...words], {
    cwd: web,
  });
  if (code === 0) return;
  rmSync(fresh, { recursive: true, force: true });
  if (/ENOSPC/.test(output)) giveUp('The disk filled up while the pages were built: make room and start again.');
  giveUp(`The pages could not be built:\n${lastLines(output, 20)}`);
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

/** @param {string[]} paths relative to the checkout @returns {string} */
function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const file of filesUnder(path))
      hash
        .update(file)
        .update('\0')
        .update(readFileSync(join(checkout, file)))
        .update('\0');
  }
  return hash.digest('hex');
}

/** @param {string} path @returns {string[]} files that end up in the pages, in one order */
function filesUnder(path) {
  const full = join(checkout, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full)
    .toSorted()
    .flatMap((name) => filesUnder(`${path}/${name}`))
    .filter((file) => !/\.test\.tsx?$/.test(file));
}
