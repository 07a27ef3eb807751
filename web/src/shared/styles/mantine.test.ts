import { describe, expect, it } from 'vitest';

const sources = import.meta.glob<string>(['../../**/*.tsx', '../../**/*.ts', '!../../**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const styleFiles = import.meta.glob('/node_modules/@mantine/core/styles/*.layer.css', { query: '?url' });
const styled = new Set(Object.keys(styleFiles).map((path) => /([A-Za-z]+)\.layer\.css$/.exec(path)![1]!));

/** Components without a file of their own: what they are drawn with. */
const drawnWith: Readonly<Record<string, string>> = {
  MultiSelect: 'Combobox',
  NativeSelect: 'Combobox',
  Select: 'Combobox',
  TagsInput: 'Combobox',
  Textarea: 'Input',
  TextInput: 'Input',
};

const sourceOf = (name: string): string =>
  Object.entries(sources).find(([path]) => path === `./${name}` || path.endsWith(`/styles/${name}`))![1];
const first = sourceOf('mantine.ts');
const shared = sourceOf('components.ts');
const sharedPath = '#web/shared/styles/components.ts';

/** What a file must import for the components it uses. */
function wantedBy(source: string): readonly string[] {
  const names = [...source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, list]) =>
    list!.split(','),
  );
  return names.flatMap((part) => {
    const name = part.trim();
    const look = drawnWith[name] ?? name;
    const file = `@mantine/core/styles/${look}.layer.css`;
    if (!styled.has(look) || first.includes(file)) return [];
    return shared.includes(file) ? [sharedPath] : [sharedPath, file];
  });
}

/** A module's path from `web/src/` on. */
const pathOf = (path: string, from: string): string => {
  if (path.startsWith('#web/')) return path.slice('#web/'.length);
  return new URL(path, `file:///${from}`).pathname.slice(1);
};
const byPath = new Map(
  Object.entries(sources).map(([path, source]) => [pathOf(path, 'shared/styles/mantine.test.ts'), source]),
);

/** What comes with a module at once, or later without the library's theme. */
function reachedFrom(path: string, source: string): readonly string[] {
  const atOnce = [...source.matchAll(/^(?:import|export) (?!type )(?:[^;]*? from )?'([^']+)';/gm)];
  const later = [...source.matchAll(/(themed\(\s*\(\) =>\s*)?import\(\s*'([^']+)'/g)]
    .filter(([, isThemed]) => isThemed === undefined)
    .map(([, , found]) => found!);
  return [...atOnce.map(([, found]) => found!), ...later]
    .filter((found) => /^(#web|\.)/.test(found))
    .map((found) => pathOf(found, path));
}

/** How each module is come by from the entry without the library's theme. */
function withoutTheme(): ReadonlyMap<string, readonly string[]> {
  const ways = new Map<string, readonly string[]>();
  const visit = (path: string, way: readonly string[]): void => {
    const source = byPath.get(path);
    if (source === undefined || ways.has(path)) return;
    ways.set(path, [...way, path]);
    for (const next of reachedFrom(path, source)) visit(next, [...way, path]);
  };
  visit('main.tsx', []);
  return ways;
}
const usesComponents = /^import \{[^;}]*\b(?<!type )[A-Z][^;}]*\} from '@mantine\/(core|dates|notifications)';/m;

describe('the theme of the component library', () => {
  const ways = withoutTheme();

  it('the modules of public pages are reached without the theme', () => {
    for (const path of ['features/discover/DiscoverPage.tsx', 'pages/event/EventPage.tsx', 'app/layout/Footer.tsx'])
      expect(ways.has(path)).toBe(true);
  });

  it('every component is reached through the theme (`themed`, or `MantineTheme`)', () => {
    const bare = [...ways].filter(([path]) => {
      const source = byPath.get(path)!;
      return usesComponents.test(source) && !source.includes('<MantineTheme');
    });
    expect(bare.map(([, way]) => way.join(' > '))).toEqual([]);
  });
});

it('button, skeleton and links are our own, because the library’s would load with every public page', () => {
  const others = /^import \{[^;}]*\b(Button|Skeleton|Link|NavLink)\b[^;}]*\} from '(@mantine\/core|react-router)';/m;
  expect([...byPath].filter(([, source]) => others.test(source)).map(([path]) => path)).toEqual([]);
});

describe('styles of the component library', () => {
  it('the library’s style files are found', () => expect(styled.size).toBeGreaterThan(80));

  it('every file imports the styles of the components it uses', () => {
    const missing = Object.entries(sources).flatMap(([path, source]) =>
      wantedBy(source)
        .filter((wanted) => !source.includes(wanted))
        .map((wanted) => `${path}: import '${wanted}'`),
    );
    expect(missing).toEqual([]);
  });
});
