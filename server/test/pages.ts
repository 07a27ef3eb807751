import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RendererModule } from '../src/adapters/page-renderer/built-pages.ts';
import type { Overrides } from '../src/app.ts';

const web = resolve(import.meta.dirname, '../../web');

/** The web's own pages without a build of them: its sources by path, as the built file is loaded at run time. */
export const pageRenderer =
  (publicUrl: string): NonNullable<Overrides['pageRenderer']> =>
  (answer) => {
    const loaded = (async () => {
      const { answerWith, createRenderer } = (await import(
        pathToFileURL(resolve(web, 'src/entry-server.tsx')).href
      )) as RendererModule;
      answerWith(answer);
      return createRenderer({
        template: readFileSync(resolve(web, 'index.html'), 'utf8'),
        manifest: {},
        publicUrl,
        read: () => '',
      });
    })();
    return () => loaded;
  };
