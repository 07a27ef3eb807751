import { renameSync, writeFileSync } from 'node:fs';

/** Writes to a temporary file (mode 0600) and renames it, so that a full disk never leaves a truncated file. */
export function writeFileAtomically(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
