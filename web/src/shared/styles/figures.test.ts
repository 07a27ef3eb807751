import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('leaves running text without figures of one width, which pull hyphens apart', () => {
  const css = readFileSync(new URL('./global.css', import.meta.url), 'utf8');
  const rules = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].filter(([, , body]) => body!.includes('tabular-nums'));
  expect(rules.map(([, selector]) => selector!.replace(/\/\*.*?\*\//gs, '').trim())).toEqual(["[role='timer']"]);
});
