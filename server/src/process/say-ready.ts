import type { Config } from './config.ts';
import { isWildcard } from '../http/addresses.ts';
import { localUrl } from './own-urls.ts';
import type { RtmpPorts } from './rtmp-ports.ts';

/** Prints the RTMP URLs for encoders. */
export function sayRtmp(config: Config, ports: Pick<RtmpPorts, 'port' | 'tlsPort'>, say: (line: string) => void): void {
  const { hostname } = new URL(config.publicUrl);
  const own = config.rtmp.publicUrl ?? `rtmp://${hostname}:${ports.port}/live`;
  const tls = ports.tlsPort === undefined ? '' : ` and rtmps://${hostname}:${ports.tlsPort}/live`;
  say(`Encoders can stream to ${own}${tls}.`);
}

/** Prints the URL, the demo accounts and the mailbox for the person who started the product. */
export function sayReady(config: Config, say: (line: string) => void): void {
  say('');
  say(`Frontrow is ready: ${config.publicUrl}`);
  if (config.demo) {
    say(
      '  Log in as host@frontrow.test, viewer@frontrow.test, viewer2@frontrow.test or admin@frontrow.test; ' +
        'the password is frontrow-demo.',
    );
  }
  if (!config.production && config.smtpUrl === undefined) say(`  Outgoing email: ${config.publicUrl}/dev/mailbox`);
  if (isWildcard(config.host)) {
    say('  Everyone on your network can open it. Browsers allow cameras only over https or on the same machine,');
    say(`  so to use a camera on this machine, open ${localUrl(config)}.`);
  }
  say('');
}
