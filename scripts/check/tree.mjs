import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../launch/checkout.mjs';
import { everything } from './sources.mjs';

/** Folders a newcomer meets first: each must stand in the tree of ARCHITECTURE.md. */
const mustBeNamed =
  /^([^/]+\/|(core|contract|server|web)\/src\/[^/]+\/|server\/src\/(features|adapters)\/[^/]+\/|web\/src\/features\/[^/]+\/)$/;

/** @returns {string[]} where the tree of ARCHITECTURE.md and the disk disagree */
export function treeIsTrue() {
  const page = readFileSync(join(checkout, 'ARCHITECTURE.md'), 'utf8');
  const tree = /```tree\n([\s\S]*?)```/.exec(page)?.[1];
  if (tree === undefined) return ['ARCHITECTURE.md has no ```tree block'];
  const lines = tree.split('\n').flatMap(pathsOf);
  const named = new Set(lines);
  const twice = lines.filter((path, at) => lines.indexOf(path) < at).map((path) => `${path} is in the tree twice`);
  const gone = [...named]
    .filter((path) => !existsSync(join(checkout, path)))
    .map((path) => `${path} is in the tree but not on disk`);
  const missing = everything()
    .filter((path) => mustBeNamed.test(path) && !named.has(path))
    .map((path) => `${path} is on disk but not in the tree`);
  return [...twice, ...gone, ...missing];
}

/** One line names one path, or several: `core/src/{events,rooms}/  why`. @param {string} line @returns {string[]} */
function pathsOf(line) {
  const path = line.trim().split(/\s+/)[0] ?? '';
  if (path === '') return [];
  const many = /^(.*)\{([^}]+)\}(.*)$/.exec(path);
  return many ? many[2].split(',').map((one) => `${many[1]}${one}${many[3]}`) : [path];
}
