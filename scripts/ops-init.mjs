import './launch/node-version.mjs';
import { randomBytes } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkout, giveUp, say } from './launch/checkout.mjs';

/**
 * `npm run ops:init -- --domain events.example.com [--ip 203.0.113.5]` writes `ops/.env` from `ops/.env.example` with
 * generated secrets. Never overwrites one: a second secret would make stored data unreadable. Without `--ip` it asks
 * DNS for the domain's address. `--into FILE` writes elsewhere.
 */
const { values } = parseArgs({
  options: { domain: { type: 'string' }, ip: { type: 'string' }, into: { type: 'string' } },
});
const { domain, into = join(checkout, 'ops/.env') } = values;
if (domain === undefined || !/^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(domain))
  giveUp('Say the domain: npm run ops:init -- --domain events.example.com');
if (existsSync(into)) giveUp(`${into} exists already. Edit it, or move it away first; nothing was changed.`);
const ip = values.ip ?? (await lookup(domain).catch(() => undefined))?.address;
if (ip === undefined)
  giveUp(`${domain} has no address in DNS yet. Say where browsers reach this machine: --ip 203.0.113.5`);
if (isIP(ip) === 0) giveUp(`${ip} is not an IP address.`);

/** @type {Record<string, string>} */
const found = { DOMAIN: domain, LIVEKIT_NODE_IP: ip, MAIL_FROM: `"Frontrow <hello@${domain}>"` };
let secrets = 0;
const lines = readFileSync(join(checkout, 'ops/.env.example'), 'utf8')
  .split('\n')
  .map((line) => {
    const [, name, value] = /^([A-Z0-9_]+)=(.*)$/.exec(line) ?? [];
    if (name === undefined) return line;
    if (value !== 'generated') return `${name}=${found[name] ?? value}`;
    secrets += 1;
    // Letters and digits alone, because some stand in URLs, and never digits alone, which YAML reads as a number.
    return `${name}=s${randomBytes(32).toString('hex')}`;
  });
writeFileSync(into, lines.join('\n'), { mode: 0o600, flag: 'wx' });
say(`Wrote ${into} with ${secrets} generated secrets. Keep a copy of it where the backups are not.`);
say('Set SMTP_URL and your payment provider’s keys in it, then: docker compose -f ops/compose.yaml up -d --build');
