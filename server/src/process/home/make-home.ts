import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes the home where it is missing, with the folders above it. Throws one sentence where nothing can be kept there.
 */
export function makeHome(home: string): void {
  try {
    // Folder by folder: Node's own recursive way never ends below a place that answers "not found" for ever (/proc).
    for (const folder of missingFolders(home)) mkdirSync(folder, { mode: 0o700 });
    if (!statSync(home).isDirectory()) throw Object.assign(new Error('a file'), { code: 'ENOTDIR' });
    accessSync(home, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new Error(
      `Frontrow cannot keep its things in ${home}: ${reasons[code] ?? message}. Set FRONTROW_HOME to a ` +
        'folder of yours.',
      { cause: error },
    );
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'it may not be written',
  EPERM: 'it may not be written',
  EROFS: 'it may only be read',
  ENOENT: 'no folder can be made there',
  ENOTDIR: 'a file is in the way',
  EEXIST: 'a file is in the way',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'its links lead in a circle',
};

/** From the topmost one that is missing down to the home itself. */
function missingFolders(home: string): string[] {
  const missing: string[] = [];
  for (let folder = home; !existsSync(folder) && folder !== dirname(folder); folder = dirname(folder))
    missing.unshift(folder);
  return missing;
}
