import { minutes } from '@frontrow/core/kernel/instant.ts';
import { LRUCache } from 'lru-cache';
import client from 'prom-client';
import type { Clock } from '../ports/clock.ts';
import type { Logger, SecurityActor, SecurityLog } from '../ports/log.ts';

/** Lines of one kind about one actor and window: a flood of requests must not fill the disk. */
const linesMax = 5;
const windowMs = minutes(1);
const actorsMax = 20_000;

interface Window {
  count: number;
  endsAt: number;
}

/**
 * Security events as log lines and counters. Refusals are lines of level info, because they are expected; an alarm
 * looks at the counters (ops/prometheus-rules.yaml). Each login has its line. Of refusals that repeat, only the first
 * lines of a minute are written; the next minute's first line says how many were left out, and the counters count all.
 */
export function createSecurityLog({ log, clock }: { readonly log: Logger; readonly clock: Clock }): {
  readonly security: SecurityLog;
  readonly counters: readonly client.Counter[];
} {
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]): client.Counter<Label> =>
    new client.Counter({ name, help, labelNames, registers: [] });
  const logIns = counter('frontrow_log_ins_total', 'Logins by way and result', ['how', 'result']);
  const refusals = counter('frontrow_access_refused_total', 'Requests refused for who sent them', ['reason']);
  const limits = counter('frontrow_limits_exhausted_total', 'Requests refused by a limit', ['limit']);

  const windows = new LRUCache<string, Window>({ maxSize: actorsMax, sizeCalculation: () => 1 });
  /** Undefined for a line too many; else how many were left out in the window before. */
  const leftOut = (key: string): number | undefined => {
    const before = windows.get(key);
    const now = clock.now();
    if (before && now < before.endsAt) {
      before.count += 1;
      return before.count > linesMax ? undefined : 0;
    }
    windows.set(key, { count: 1, endsAt: now + windowMs });
    return Math.max(0, (before?.count ?? 0) - linesMax);
  };
  const logSparingly = (
    level: 'info' | 'warn',
    fields: Readonly<Record<string, unknown>>,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
  ): void => {
    const more = leftOut(Object.values(fields).join(' '));
    if (more !== undefined) log[level]({ ...fields, ...details, ...(more > 0 && { leftOut: more }) }, message);
  };
  const actorOf = ({ account, network }: SecurityActor) => ({ actor: account ?? 'nobody', network });

  const security: SecurityLog = {
    loggedIn(by, how) {
      logIns.inc({ how, result: 'ok' });
      log.info({ event: 'log_in', ...actorOf(by), how }, 'login');
    },
    logInRefused(by, how, { reason, subject }) {
      logIns.inc({ how, result: reason });
      log.info({ event: 'log_in_refused', ...actorOf(by), how, reason, ...(subject && { subject }) }, 'login refused');
    },
    accessRefused(by, { reason, route }) {
      refusals.inc({ reason });
      logSparingly('info', { event: 'access_refused', ...actorOf(by), reason, route }, 'access refused');
    },
    limitExhausted(by, limit, times = 1) {
      limits.inc({ limit }, times);
      const fields = { event: 'limit_exhausted', ...actorOf(by), limit };
      logSparingly('warn', fields, 'limit exhausted', times > 1 ? { times } : {});
    },
  };
  return { security, counters: [logIns, refusals, limits] };
}
