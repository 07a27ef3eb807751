import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { debianProgram } from '../../server/test/debian-program.ts';
import { type Part, startPart } from './part.ts';

interface Fronts {
  readonly app: { readonly port: number; readonly to: readonly string[] };
  readonly engine: { readonly port: number; readonly to: readonly string[] };
}

/**
 * Caddy in front of the apps, and on a port of this machine alone in front of the engine's nodes, which browsers reach
 * through the apps. A browser stays with its app while that serves, so that one that polls finds the process it began
 * with; one that does not serve gets no request.
 */
export async function startProxy(home: string, { app, engine }: Fronts): Promise<Part> {
  const file = join(home, 'Caddyfile');
  writeFileSync(
    file,
    `{
  admin off
  auto_https off
}
http://:${app.port} {
  reverse_proxy ${app.to.join(' ')} {
    lb_policy cookie
    lb_try_duration 10s
    health_uri /healthz
    health_interval 1s
    fail_duration 5s
    flush_interval -1
  }
}
http://:${engine.port} {
  bind 127.0.0.1
  reverse_proxy ${engine.to.join(' ')} {
    lb_policy round_robin
    lb_try_duration 5s
    health_uri /
    health_interval 1s
    fail_duration 5s
  }
}
`,
  );
  const caddy = await debianProgram('caddy', 'Caddy', 'version');
  return startPart(home, 'proxy', [caddy, 'run', '--config', file, '--adapter', 'caddyfile']);
}
