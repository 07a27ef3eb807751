import type { Config } from './config.ts';
import { isWildcard } from './own-address.ts';
import { localUrl } from './own-urls.ts';
import type { RtmpPorts } from './rtmp-ports.ts';

/** Where encoders send to. */
export function sayRtmp(config: Config, ports: Pick<RtmpPorts, 'port' | 'tlsPort'>, say: (line: string) => void): void {
  const { hostname } = new URL(config.publicUrl);
  const own = config.rtmp.publicUrl ?? `rtmp://${hostname}:${ports.port}/live`;
  const tls = ports.tlsPort === undefined ? '' : ` and rtmps://${hostname}:${ports.tlsPort}/live`;
  say(`Encoders send to ${own}${tls}.`);
}

/** What the person who started it reads: where to look, who to be, where the mail is. */
export function sayReady(config: Config, say: (line: string) => void): void {
  say('');
  say(`Frontrow is ready: ${config.publicUrl}`);
  if (config.demo) {
    say(
      '  Log in as host@frontrow.test, viewer@frontrow.test, viewer2@frontrow.test or admin@frontrow.test; ' +
        'the password is frontrow-demo',
    );
  }
  if (!config.production && config.smtpUrl === undefined)
    say(`  Mail that would be sent: ${config.publicUrl}/dev/mailbox`);
  if (isWildcard(config.host)) {
    say('  The whole network can reach it there. Browsers give a camera only on https or on the same machine:');
    say(`  on this one open ${localUrl(config)} for a camera.`);
  }
  say('');
}
