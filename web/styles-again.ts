import type { Plugin } from 'vite';

/**
 * What Vite's own loader does with a stylesheet that did not come, and what it should: the next import asks for it
 * again.
 */
const forgetting: readonly (readonly [string, string])[] = [
  ['if (e.type === "error") rej(', 'if (e.type === "error") link.remove(), rej('],
  ['(err) => {\n\t\tseen[href] = void 0;', '(err) => {\n\t\tdelete seen[href];'],
];

const changed = `Vite's loader has changed: does it still forget a lost stylesheet?`;

/**
 * Code that is asked for again after a lost network would otherwise come without its styles: Vite takes their failing
 * for their coming.
 */
export const stylesAgain = (): Plugin => {
  let found = false;
  return {
    name: 'styles-again',
    transform(code, id) {
      if (!id.endsWith('vite/preload-helper.js')) return undefined;
      found = true;
      return forgetting.reduce((text, [from, to]) => {
        if (!text.includes(from)) throw new Error(changed);
        return text.replace(from, to);
      }, code);
    },
    // The server's one file asks for nothing; where the loader has got another name, its pages would.
    generateBundle() {
      if (this.environment.name === 'client' && !found) throw new Error(changed);
    },
  };
};
