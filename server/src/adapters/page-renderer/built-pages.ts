import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AnswerInProcess, PageRenderer } from '../../ports/page-renderer.ts';

/** What the web's build for the server exports. */
export interface RendererModule {
  answerWith(answer: AnswerInProcess): void;
  createRenderer(parts: {
    template: string;
    manifest: object;
    publicUrl: string;
    read: (file: string) => string;
  }): PageRenderer;
}

/** A build's name is made of its bytes. */
const entryName = /^entry-[\w-]+\.js$/;

/** The renderer of the pages as built, loaded again when a newer build took its place; none where nothing was built. */
export function builtPages(
  folder: string,
  { publicUrl, answer }: { publicUrl: string; answer: AnswerInProcess },
): () => Promise<PageRenderer | undefined> {
  const programs = join(folder, '.server');
  const manifest = join(folder, '.vite', 'manifest.json');
  let loaded: { readonly build: string; readonly renderer: Promise<PageRenderer> } | undefined;

  const load = async (program: string): Promise<PageRenderer> => {
    const { answerWith, createRenderer } = (await import(
      pathToFileURL(join(programs, program)).href
    )) as RendererModule;
    answerWith(answer);
    return createRenderer({
      template: readFileSync(join(folder, 'index.html'), 'utf8'),
      manifest: JSON.parse(readFileSync(manifest, 'utf8')) as object,
      publicUrl,
      read: (file) => readFileSync(join(folder, file), 'utf8'),
    });
  };

  return async () => {
    const program = existsSync(programs) ? readdirSync(programs).find((name) => entryName.test(name)) : undefined;
    const builtAt = statSync(manifest, { throwIfNoEntry: false })?.mtimeMs;
    if (program === undefined || builtAt === undefined) return loaded?.renderer;
    // What draws may be the same as before while the scripts that its pages name are not.
    const build = `${program} ${builtAt}`;
    if (loaded?.build !== build) loaded = { build, renderer: load(program) };
    return loaded.renderer;
  };
}
