import type { FastifyInstance } from 'fastify';

export interface RouterPath {
  readonly method: string;
  readonly path: string;
}

/** Every path and method of the running app, read from its router. It prints a wildcard without its folder. */
export function routerPaths(http: Pick<FastifyInstance, 'printRoutes'>): RouterPath[] {
  const above: string[] = [];
  return http
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const found = /^([│ ]*)[├└]── (\S+)(?: \(([^)]+)\))?/.exec(line);
      if (!found) return [];
      above.length = found[1]!.length / 4;
      above.push(found[2]!);
      const path = above.join('');
      return (found[3]?.split(', ') ?? []).map((method) => ({ method, path }));
    });
}
