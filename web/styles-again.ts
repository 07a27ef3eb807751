import type { Plugin } from 'vite';

/** What Vite's own loader does with a stylesheet that did not come, and what it should: the next import asks for it anew. */
const forgetting: readonly (readonly [string, string])[] = [
  ['if (e.type === "error") rej(', 'if (e.type === "error") link.remove(), rej('],
  ['(err) => {\n\t\tseen[href] = void 0;', '(err) => {\n\t\tdelete seen[href];'],
];

/** Code that is asked for again after a lost network would otherwise come without its styles: Vite takes their failing for their coming. */
export const stylesAgain = (): Plugin => ({
  name: 'styles-again',
  transform(code, id) {
    if (!id.endsWith('vite/preload-helper.js')) return undefined;
    return forgetting.reduce((text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`Vite's loader has changed: does it still forget a lost stylesheet?`);
      return text.replace(from, to);
    }, code);
  },
});
