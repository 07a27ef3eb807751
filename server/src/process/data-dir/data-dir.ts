import {
  renameSync,
  writeFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  accessSync,
  constants,
  statSync,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join, dirname } from 'node:path';

/** Writes to a temporary file (mode 0600) and renames it, so that a full disk never leaves a truncated file. */
export function writeFileAtomically(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** The secret from which all keys of this data folder are derived: generated once, mode 0600. */
export function dataDirSecret(home: string): string {
  const dir = join(home, 'keys');
  const file = join(dir, 'secret');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const secret = randomBytes(48).toString('base64url');
  ensureDataDir(home);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  writeFileAtomically(file, `${secret}\n`);
  return secret;
}

/**
 * Creates the data folder and its parents if missing. Throws one sentence when nothing can be stored there.
 */
export function ensureDataDir(home: string): void {
  try {
    // Folder by folder, because Node's recursive mkdir never returns below /proc, which always answers "not found".
    for (const folder of missingFolders(home)) mkdirSync(folder, { mode: 0o700 });
    if (!statSync(home).isDirectory()) throw Object.assign(new Error('a file'), { code: 'ENOTDIR' });
    accessSync(home, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new Error(
      `Frontrow cannot store its data in ${home}: ${reasons[code] ?? message}. Set FRONTROW_HOME to a ` +
        'folder you own.',
      { cause: error },
    );
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOENT: 'the folder cannot be created',
  ENOTDIR: 'a file is in the way',
  EEXIST: 'a file is in the way',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'its symbolic links form a loop',
};

/** From the topmost missing folder down to the data folder itself. */
function missingFolders(home: string): string[] {
  const missing: string[] = [];
  for (let folder = home; !existsSync(folder) && folder !== dirname(folder); folder = dirname(folder))
    missing.unshift(folder);
  return missing;
}
