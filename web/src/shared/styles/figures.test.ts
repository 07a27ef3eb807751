import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('only timers have figures of one width, which would pull hyphens in running text apart', () => {
  const css = readFileSync(new URL('./global.css', import.meta.url), 'utf8');
  const rules = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].filter(([, , body]) => body!.includes('tabular-nums'));
  expect(rules.map(([, selector]) => selector!.replace(/\/\*.*?\*\//gs, '').trim())).toEqual(["[role='timer']"]);
});
