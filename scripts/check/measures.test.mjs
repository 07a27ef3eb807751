import { expect, test } from 'vitest';
import { cyclesOf, importGraph, mutualFolderPairs, reachableFrom } from './import-graph.mjs';
import { recorded, worse } from './measures.mjs';

/** @param {Record<string, string[]>} imports */
const graphOf = (imports) => new Map(Object.entries(imports).map(([file, others]) => [file, new Set(others)]));

test('relative imports, those of workspaces and those of the web by its own name are followed', () => {
  const graph = importGraph();
  expect([...(graph.get('server/src/app.ts') ?? [])]).toContain('server/src/features/rooms/index.ts');
  expect([...(graph.get('web/src/pages/event/EventPage.tsx') ?? [])]).toEqual(
    expect.arrayContaining(['contract/src/events/api.ts', 'web/src/shared/ui/WhenNear.tsx']),
  );
});

test('files that import each other are found, also by way of a third', () => {
  const graph = graphOf({ a: ['b'], b: ['c'], c: ['a', 'd'], d: ['e'], e: [] });
  expect(cyclesOf(graph)).toEqual([['a', 'b', 'c']]);
});

test('two folders of a feature that import each other are found, not a folder and its feature', () => {
  const feature = 'server/src/features/rooms';
  const graph = graphOf({
    [`${feature}/chat/chat.ts`]: [`${feature}/turns/turns.ts`, `${feature}/records.ts`],
    [`${feature}/turns/turns.ts`]: [`${feature}/turns/hands.ts`],
    [`${feature}/turns/hands.ts`]: [`${feature}/chat/chat.ts`, 'server/src/features/events/chat/one.ts'],
    [`${feature}/records.ts`]: [`${feature}/chat/chat.ts`],
  });
  expect(mutualFolderPairs(graph)).toEqual([`${feature}: chat turns`]);
});

test('imports are followed only within the folder that is asked for', () => {
  const graph = graphOf({ 'in/a': ['in/b', 'out/c'], 'in/b': [], 'out/c': ['in/d'], 'in/d': [] });
  expect([...reachableFrom(graph, 'in/a', /^in\//)]).toEqual(['in/a', 'in/b']);
});

test('one more cycle, one more folder pair or a shorter mean is worse, and more files of ordinary length are not', () => {
  const before = recorded();
  expect(worse(before, before)).toEqual([]);
  expect(worse({ ...before, cycles: before.cycles + 1 }, before)).toEqual(['cycles']);
  expect(worse({ ...before, mutual_folder_pairs: before.mutual_folder_pairs + 1 }, before)).toEqual([
    'mutual_folder_pairs',
  ]);
  expect(worse({ ...before, mean_lines: before.mean_lines * 0.9 }, before)).toEqual(['mean_lines']);
  expect(worse({ ...before, production_files: before.production_files * 2 }, before)).toEqual([]);
});
