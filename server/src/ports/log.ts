/** Structured log, pino's shape. No personal data, no secrets. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export const silentLog: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Who did it and where from. `account` is undefined for somebody who is not logged in. */
export interface SecurityActor {
  readonly account: number | undefined;
  /** The network that limits count: an IPv4 address, or the /64 of an IPv6 one. */
  readonly network: string;
}

/** How somebody logs in. */
export type LogInWay = 'password' | 'sign_up' | 'email_link' | 'reset_link' | 'join_link' | 'social' | 'passkey';

/**
 * What an operator reads during and after an attack: a log line and a counter for each event. Never a password, code,
 * token, cookie, email or name.
 */
export interface SecurityLog {
  loggedIn(by: SecurityActor, how: LogInWay): void;
  /** `subject` tells attempts at one email from those at another without naming it. */
  logInRefused(by: SecurityActor, how: LogInWay, why: { reason: string; subject?: string }): void;
  /** Somebody asked for what they may not have, or with a session that is not valid. */
  accessRefused(by: SecurityActor, what: { reason: string; route: string }): void;
  /** `times` is more than one where somebody else counted, and tells us later. */
  limitExhausted(by: SecurityActor, limit: string, times?: number): void;
}
