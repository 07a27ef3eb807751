import { describe, expect, it } from 'vitest';

const sources = import.meta.glob<string>(['../../**/*.tsx', '../../**/*.ts', '!../../**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const styleFiles = import.meta.glob('/node_modules/@mantine/core/styles/*.layer.css', { query: '?url' });
const styled = new Set(Object.keys(styleFiles).map((path) => /([A-Za-z]+)\.layer\.css$/.exec(path)![1]!));

/** Components without a file of their own: what they are drawn with. */
const drawnWith: Readonly<Record<string, string>> = { NativeSelect: 'Combobox', Select: 'Combobox' };

/** Components whose look comes with another's file. */
const sharedBase = Object.entries(sources).find(
  ([path]) => path.endsWith('/styles/mantine.ts') || path === './mantine.ts',
)![1];

describe('styles of the component library', () => {
  it('finds the library’s style files', () => expect(styled.size).toBeGreaterThan(80));

  it('come with every component a file uses', () => {
    const missing: string[] = [];
    for (const [path, source] of Object.entries(sources)) {
      for (const [, names] of source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)) {
        for (const name of names!.split(',').map((part) => part.trim())) {
          const look = drawnWith[name] ?? name;
          if (!styled.has(look)) continue;
          const file = `@mantine/core/styles/${look}.layer.css`;
          if (!sharedBase.includes(file) && !source.includes(file)) missing.push(`${path}: import '${file}'`);
        }
      }
    }
    expect(missing).toEqual([]);
  });
});
