import { expect, test } from 'vitest';
import { cyclesOf, importGraph, mutualFolderPairs, reachableFrom } from './import-graph.mjs';
import { recorded, worse } from './measures.mjs';

/** @param {Record<string, string[]>} imports */
const graphOf = (imports) => new Map(Object.entries(imports).map(([file, others]) => [file, new Set(others)]));

test('follows relative imports, those of workspaces and those of the web by its own name', () => {
  const graph = importGraph();
  expect([...(graph.get('server/src/app.ts') ?? [])]).toContain('server/src/features/rooms/index.ts');
  expect([...(graph.get('web/src/pages/event/EventPage.tsx') ?? [])]).toEqual(
    expect.arrayContaining(['contract/src/events/api.ts', 'web/src/shared/ui/WhenNear.tsx']),
  );
});

test('finds files that import each other, also by way of a third', () => {
  const graph = graphOf({ a: ['b'], b: ['c'], c: ['a', 'd'], d: ['e'], e: [] });
  expect(cyclesOf(graph)).toEqual([['a', 'b', 'c']]);
});

test('finds two folders of a feature that import each other, not a folder and its feature', () => {
  const feature = 'server/src/features/rooms';
  const graph = graphOf({
    [`${feature}/chat/chat.ts`]: [`${feature}/turns/turns.ts`, `${feature}/records.ts`],
    [`${feature}/turns/turns.ts`]: [`${feature}/turns/hands.ts`],
    [`${feature}/turns/hands.ts`]: [`${feature}/chat/chat.ts`, 'server/src/features/events/chat/one.ts'],
    [`${feature}/records.ts`]: [`${feature}/chat/chat.ts`],
  });
  expect(mutualFolderPairs(graph)).toEqual([`${feature}: chat turns`]);
});

test('follows imports only within the folder asked for', () => {
  const graph = graphOf({ 'in/a': ['in/b', 'out/c'], 'in/b': [], 'out/c': ['in/d'], 'in/d': [] });
  expect([...reachableFrom(graph, 'in/a', /^in\//)]).toEqual(['in/a', 'in/b']);
});

test('refuses one more cycle, one more folder pair and a shorter mean, but not one more file of ordinary length', () => {
  const before = recorded();
  expect(worse(before, before)).toEqual([]);
  expect(worse({ ...before, cycles: before.cycles + 1 }, before)).toEqual(['cycles']);
  expect(worse({ ...before, mutual_folder_pairs: before.mutual_folder_pairs + 1 }, before)).toEqual([
    'mutual_folder_pairs',
  ]);
  expect(worse({ ...before, mean_lines: before.mean_lines * 0.9 }, before)).toEqual(['mean_lines']);
  expect(worse({ ...before, production_files: before.production_files * 2 }, before)).toEqual([]);
});
