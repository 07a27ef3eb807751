const atDatabase = new WeakSet<object>();
/** Marks an error as the database's: a missing folder or another server fails with the same codes. */
export function failedAtDatabase<E>(error: E): E {
  atDatabase.add(error as object);
  return error;
}

const gone = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'EAI_AGAIN',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '57P01',
  '57P02',
  '57P03',
  '53100',
  '53200',
  '53300',
  '08006',
  '08001',
  '08003',
]);

const saysGone = new RegExp(
  [
    'timeout exceeded when trying to connect|Connection terminated|connection timeout|not queryable|Query read timeout',
    // pgBouncer, whose database is gone or busy.
    'server_login_retry|query_wait_timeout|no more connections allowed|pgbouncer cannot connect',
  ].join('|'),
  'i',
);

/** Whether the database could not be reached or had no disk or memory left, which passes. */
export function isDatabaseGone(error: unknown): boolean {
  if (!atDatabase.has(error as object)) return false;
  const { code, message } = error as { code?: string; message?: string };
  return gone.has(code ?? '') || saysGone.test(message ?? '');
}
