import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  chooseLivekitPorts,
  ensureLivekitKeys,
  livekitConfig,
  type LivekitKeys,
} from '../../server/src/process/embedded/livekit-config.ts';
import { answersAt, type Part, startPart, untilThere } from './part.ts';

export interface Engines {
  readonly parts: readonly Part[];
  /** Where each listens for the apps. */
  readonly addresses: readonly string[];
  readonly keys: LivekitKeys;
}

/** LiveKit on several nodes: they know each other through Redis, and a room lives on one of them. */
export async function startEngines(
  home: string,
  { binary, redis, webhookUrl, nodes }: { binary: string; redis: string; webhookUrl: string; nodes: number },
): Promise<Engines> {
  const keys = ensureLivekitKeys(home);
  const parts: Part[] = [];
  const addresses: string[] = [];
  for (let node = 1; node <= nodes; node += 1) {
    const own = join(home, node === 1 ? 'livekit' : `livekit-${node}`);
    mkdirSync(own, { recursive: true, mode: 0o700 });
    const ports = await chooseLivekitPorts(own, '127.0.0.1');
    const config = JSON.parse(livekitConfig(ports, keys, '127.0.0.1', webhookUrl)) as object;
    const file = join(own, 'livekit.yaml');
    writeFileSync(file, JSON.stringify({ ...config, redis: { address: redis } }));
    const part = startPart(home, `livekit-${node}`, [binary, '--config', file], {}, ({ pid }) =>
      writeFileSync(join(own, 'livekit.pid'), String(pid)),
    );
    await untilThere(part, home, answersAt(`http://127.0.0.1:${ports.signal}`));
    parts.push(part);
    addresses.push(`127.0.0.1:${ports.signal}`);
  }
  return { parts, addresses, keys };
}
