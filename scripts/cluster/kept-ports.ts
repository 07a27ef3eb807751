import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, isPortFree } from '../../server/src/process/embedded/free-port.ts';

const host = '127.0.0.1';

/** Free ports by name, those of last time where they are free still: browsers find an engine again where it was. */
export async function keptPorts<const Name extends string>(
  home: string,
  names: readonly Name[],
): Promise<Readonly<Record<Name, number>>> {
  const file = join(home, 'ports.json');
  const last: Readonly<Record<string, number>> = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>)
    : {};
  const ports = {} as Record<Name, number>;
  for (const name of names) {
    const known = last[name];
    ports[name] = known !== undefined && (await isPortFree(known, host)) ? known : await freePort(host);
  }
  writeFileSync(file, JSON.stringify(ports));
  return ports;
}
