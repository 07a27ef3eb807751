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

describe('styles of the component library', () => {
  it('finds the library’s style files', () => expect(styled.size).toBeGreaterThan(80));

  it('come with every component a file uses', () => {
    const missing = Object.entries(sources).flatMap(([path, source]) =>
      wantedBy(source)
        .filter((wanted) => !source.includes(wanted))
        .map((wanted) => `${path}: import '${wanted}'`),
    );
    expect(missing).toEqual([]);
  });
});
