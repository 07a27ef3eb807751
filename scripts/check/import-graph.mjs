import { posix } from 'node:path';
import { everything, linesOf } from './sources.mjs';

const code = /\.(ts|tsx)$/;
const workspaces = /^(artwork|core|contract|server|web)\/src\//;
const test = /(\.test\.tsx?$|\.suite\.ts$)/;
/** `import … from`, `export … from` and `import '…'`; a lazy `import()` is left out: it is there to break a cycle. */
const statement = /^\s*(?:import|export)\s(?:[^'"();]*?\sfrom\s+)?['"]([^'"]+)['"]/gm;

/** @param {string} from @param {string} asked @returns {string | undefined} */
function resolve(from, asked) {
  if (asked.startsWith('.')) return posix.join(posix.dirname(from), asked);
  if (asked.startsWith('#web/')) return `web/src/${asked.slice('#web/'.length)}`;
  const own = /^@frontrow\/([a-z]+)\/(.+)$/.exec(asked);
  return own ? `${own[1]}/src/${own[2]}` : undefined;
}

/**
 * Who imports whom among production files, type-only imports included. @returns {Map<string, Set<string>>} each file
 * with the files it imports
 */
export function importGraph() {
  const files = everything().filter((path) => workspaces.test(path) && code.test(path) && !test.test(path));
  const known = new Set(files);
  /** @type {Map<string, Set<string>>} */
  const graph = new Map();
  for (const file of files) {
    const asked = [...linesOf(file).join('\n').matchAll(statement)].map((match) => resolve(file, match[1] ?? ''));
    graph.set(file, new Set(asked.filter((path) => path !== undefined && path !== file && known.has(path))));
  }
  return graph;
}

/**
 * Groups of files that reach each other (Tarjan's strongly connected components of more than one file).
 * @param {Map<string, Set<string>>} graph @returns {string[][]}
 */
export function cyclesOf(graph) {
  let next = 0;
  /** @type {Map<string, number>} */
  const order = new Map();
  /** @type {Map<string, number>} */
  const low = new Map();
  /** @type {string[]} */
  const stack = [];
  const onStack = new Set();
  /** @type {string[][]} */
  const found = [];
  /** @param {string} file */
  const visit = (file) => {
    order.set(file, next);
    low.set(file, next++);
    stack.push(file);
    onStack.add(file);
    for (const other of graph.get(file) ?? []) {
      if (!order.has(other)) visit(other);
      if (onStack.has(other)) low.set(file, Math.min(low.get(file) ?? 0, low.get(other) ?? 0));
    }
    if (low.get(file) !== order.get(file)) return;
    const group = stack.splice(stack.indexOf(file));
    for (const one of group) onStack.delete(one);
    if (group.length > 1) found.push(group.toSorted());
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return found;
}

const inFeature = /^((?:server|web)\/src\/features\/[^/]+)\/(?:([^/]+)\/)?/;

/**
 * Pairs of folders of one feature that import each other. A feature's own files count as no folder: they join the
 * folders. @param {Map<string, Set<string>>} graph @returns {string[]}
 */
export function mutualFolderPairs(graph) {
  const arrows = new Set();
  for (const [file, others] of graph) {
    const from = inFeature.exec(file);
    for (const other of others) {
      const to = inFeature.exec(other);
      if (!from?.[2] || !to?.[2] || from[1] !== to[1] || from[2] === to[2]) continue;
      arrows.add(`${from[1]}: ${from[2]} ${to[2]}`);
    }
  }
  return [...arrows].filter((arrow) => {
    const [feature, from, to] = arrow.split(' ');
    return from < to && arrows.has(`${feature} ${to} ${from}`);
  });
}

/**
 * Files that one reaches from another by imports, within one folder. @param {Map<string, Set<string>>} graph
 * @param {string} start @param {RegExp} within @returns {Set<string>}
 */
export function reachableFrom(graph, start, within) {
  const seen = new Set([start]);
  for (const file of seen) for (const other of graph.get(file) ?? []) if (within.test(other)) seen.add(other);
  return seen;
}
