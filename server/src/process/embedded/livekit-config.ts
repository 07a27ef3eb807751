import { createHmac, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from '../data-dir/data-dir.ts';
import { ownAddress } from '../../http/addresses.ts';
import { freePort, isPortFree } from './free-port.ts';

export interface LivekitKeys {
  readonly apiKey: string;
  readonly apiSecret: string;
}

export interface LivekitPorts {
  readonly signal: number;
  readonly rtcTcp: number;
  readonly udpFirst: number;
}

/** Where the engine's HTTP port listens, whatever `HOST` says. */
const inner = '127.0.0.1';
const udpPortsPerHome = 1000;
const udpRanges = 20;
const udpFirstOfAll = 40_000;
/** Seconds since 1970, far away: the token never leaves this machine. */
const probeTokenEndsAt = 4_102_444_800;

/** Key and secret of this home's engine, made once and readable by us alone. */
export function ensureLivekitKeys(home: string): LivekitKeys {
  const dir = join(home, 'keys');
  const file = join(dir, 'livekit.json');
  const made = read<LivekitKeys>(file);
  if (made) return made;
  const keys = {
    apiKey: `frontrow${randomBytes(6).toString('hex')}`,
    apiSecret: randomBytes(36).toString('base64url'),
  };
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  writeFileAtomically(file, JSON.stringify(keys));
  return keys;
}

/** The ports of last time while they are free (browsers in a room find the engine again), else free ones. */
export async function chooseLivekitPorts(dir: string, host: string): Promise<LivekitPorts> {
  const media = bindAddress(host) === '127.0.0.1' ? '127.0.0.1' : '0.0.0.0';
  const file = join(dir, 'ports.json');
  const last = read<LivekitPorts>(file) ?? { signal: 7880, rtcTcp: 7881 };
  const signal = (await isPortFree(last.signal, inner)) ? last.signal : await freePort(inner);
  const rtcTcp = last.rtcTcp !== signal && (await isPortFree(last.rtcTcp, media)) ? last.rtcTcp : await freePort(media);
  // Ranges of two homes may meet: the engine skips ports that are in use.
  const ports = { signal, rtcTcp, udpFirst: udpFirstOfAll + (rtcTcp % udpRanges) * udpPortsPerHome };
  writeFileAtomically(file, JSON.stringify(ports));
  return ports;
}

/** What we wrote there; a file that is not whole is as good as none. */
function read<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
}

/**
 * What the engine reads. JSON is YAML. Rooms exist only when the app makes them; no public company's STUN server is
 * named.
 */
export function livekitConfig(
  ports: LivekitPorts,
  keys: LivekitKeys,
  host: string,
  webhookUrl: string | undefined,
): string {
  const bind = bindAddress(host);
  return JSON.stringify(
    {
      port: ports.signal,
      // Its HTTP interfaces are the app's alone, which forwards the browsers' signaling.
      bind_addresses: [inner],
      rtc: {
        tcp_port: ports.rtcTcp,
        port_range_start: ports.udpFirst,
        port_range_end: ports.udpFirst + udpPortsPerHome - 1,
        use_external_ip: false,
        node_ip: bind === '0.0.0.0' ? ownAddress() : bind,
        enable_loopback_candidate: true,
        // An empty list would make it name public ones; the discard port on the browser's own machine refuses at once.
        stun_servers: ['127.0.0.1:9'],
      },
      room: { auto_create: false, sync_streams: true },
      logging: { level: 'warn', pion_level: 'error' },
      keys: { [keys.apiKey]: keys.apiSecret },
      ...(webhookUrl === undefined ? {} : { webhook: { api_key: keys.apiKey, urls: [webhookUrl] } }),
    },
    undefined,
    2,
  );
}

/**
 * A token that may list rooms: an engine that accepts it is the one we started, not another home's on the same port.
 */
export function probeToken(keys: LivekitKeys): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iss: keys.apiKey, sub: 'probe', exp: probeTokenEndsAt, video: { roomList: true } };
  const body = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${body}.${createHmac('sha256', keys.apiSecret).update(body).digest('base64url')}`;
}

/** Where media reaches the engine: this machine only, one of its addresses, or the whole network. */
function bindAddress(host: string): string {
  if (host === '::') return '0.0.0.0';
  return host === '::1' ? '127.0.0.1' : host;
}
