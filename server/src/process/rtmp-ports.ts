import type { Config } from './config.ts';
import { holdPort, type HeldPort } from './hold-port.ts';

export interface RtmpPorts {
  readonly port: number;
  readonly tlsPort: number | undefined;
  release(): void;
}

/** Holds the listener's ports until it opens them, so that the app knows its URL and a taken port fails the start. */
export async function holdRtmpPorts({ host, rtmp }: Pick<Config, 'host' | 'rtmp'>): Promise<RtmpPorts> {
  const plain = await holdPort({ host, ...rtmp }, { name: 'RTMP_PORT', usual: 1935 });
  let tls: HeldPort | undefined;
  try {
    tls = rtmp.tls && (await holdPort({ host, ...rtmp.tls }, { name: 'RTMPS_PORT', usual: 1936 }));
  } catch (error) {
    plain.release();
    throw error;
  }
  return {
    port: plain.port,
    tlsPort: tls?.port,
    release() {
      plain.release();
      tls?.release();
    },
  };
}
