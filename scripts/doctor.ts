/**
 * `npm run doctor` connects to every service that the settings name and explains what is wrong. With
 * `-- --mail you@example.com` it sends a test email there. Exits with 1 when something is wrong.
 */
import { resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { chooseAdapters } from '../server/src/adapters/choose-adapters.ts';
import { pingRedis } from '../server/src/adapters/rate-counters/ping-redis.ts';
import { createSmtpMail } from '../server/src/adapters/mail/smtp/smtp-mail.ts';
import { sentMailsForgotten } from '../server/src/adapters/mail/smtp/sent-mails.ts';
import { systemClock } from '../server/src/adapters/clock/system-clock.ts';
import { webhooksAtStripe } from '../server/src/adapters/card-payments/stripe-webhooks.ts';
import { webhooksAtPaypal } from '../server/src/adapters/wallet-payments/paypal-webhooks.ts';
import { openDb } from '../server/src/db/db.ts';
import { lookAt } from '../server/src/doctor/check.ts';
import { checksOf } from '../server/src/doctor/checks.ts';
import { randomIds } from '../server/src/ids.ts';
import { silentLog } from '../server/src/ports/log.ts';
import { BadSetting, configFromEnv } from '../server/src/process/config-from-env.ts';

const marks = { good: 'good   ', bad: 'BAD    ', 'not set': 'not set' } as const;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const { values } = parseArgs({ options: { mail: { type: 'string' } } });
try {
  const settings = configFromEnv(process.env, resolve(import.meta.dirname, '..'));
  const config = { ...settings, secret: settings.secret ?? '' };
  say(`${marks.good} settings: all are known and consistent.`);
  if (!settings.secret)
    say(`${marks['not set']} FRONTROW_SECRET: generated in FRONTROW_HOME; several machines need the same one.`);
  const db = openDb({ url: config.databaseUrl ?? '', directUrl: config.databaseDirectUrl, log: silentLog });
  const needs = {
    config,
    db,
    clock: systemClock,
    ids: randomIds,
    log: silentLog,
    installation: 'doctor',
    videoEngine: undefined,
  };
  const kit = {
    config,
    pingRedis,
    webhooksAtStripe: () => webhooksAtStripe(config.stripe?.secretKey ?? ''),
    webhooksAtPaypal: () => webhooksAtPaypal(config.paypal!),
    ...(await chooseAdapters(needs)),
    // Sends the test email even before the database has a schema.
    ...(config.smtpUrl && {
      mail: createSmtpMail({
        ...needs,
        url: config.smtpUrl,
        from: config.mailFrom,
        bounceAddress: config.mailBounceAddress,
        requireTls: config.smtpTls && config.smtpTls === 'required',
        sent: sentMailsForgotten,
      }),
    }),
  };
  const findings = await lookAt(checksOf(kit, values.mail), ({ part, is, says }) =>
    say(`${marks[is]} ${part}: ${says}`),
  );
  const bad = findings.filter(({ is }) => is === 'bad').length;
  say(bad === 0 ? '\nNo problems found.' : `\n${bad} of ${findings.length} checks failed.`);
  process.exit(bad === 0 ? 0 : 1);
} catch (error) {
  if (!(error instanceof BadSetting)) throw error;
  say(`${marks.bad} settings: ${error.message}`);
  process.exit(1);
}
