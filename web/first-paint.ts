import { readFileSync } from 'node:fs';
import { minifySync, type Plugin } from 'vite';

const file = '/src/first-paint.js';
const asked = `<script src="${file}"></script>`;

/**
 * What runs before the first paint stands in the page: asking for it would cost a slow phone a round trip before it
 * reads on.
 */
export const firstPaint = (): Plugin => ({
  name: 'first-paint',
  apply: 'build',
  transformIndexHtml: {
    order: 'pre',
    handler(html) {
      if (!html.includes(asked)) throw new Error(`index.html does not ask for ${file} in these words: ${asked}`);
      const { code } = minifySync(file, readFileSync(new URL(`.${file}`, import.meta.url), 'utf8'));
      return html.replace(asked, () => `<script>${code.trim()}</script>`);
    },
  },
});
