import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

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
