import { renameSync, writeFileSync } from 'node:fs';

/** Moved to its place when whole, readable by us alone: a full disk leaves what was there, and never an empty file. */
export function writeWhole(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
