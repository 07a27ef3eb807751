import type { Plugin } from 'vite';

/** `Link` and `Form` of the router as it writes them: calls and writes that a bundler must take for effects. */
const made = /= React\$1\.(forwardRef|memo)\(/g;
const named = /^\w+\.displayName = "\w+";$/gm;

/**
 * The router's components say that they have no effect of their own. Ours is another link (`shared/ui/Link.tsx`); the
 * router's, which nothing uses, would stay in every first screen with the code that fetches pages ahead.
 */
export const routerParts = (): Plugin => ({
  name: 'router-parts',
  transform: (code, id) =>
    /react-router\/dist\/[^?]*\/lib\/(dom\/lib|components)\.js$/.test(id)
      ? code.replace(made, '= /* @__PURE__ */ React$$1.$1(').replace(named, '')
      : undefined,
});
