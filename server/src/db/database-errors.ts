/** PostgreSQL's code of an error (SQLSTATE), or that of Node for a connection; '' for an error that has none. */
export const sqlStateOf = (error: unknown): string => (error as { code?: string }).code ?? '';

const atDatabase = new WeakSet<object>();
/** Marks an error as the database's: a missing folder or another server fails with the same codes. */
export function failedAtDatabase<E>(error: E): E {
  atDatabase.add(error as object);
  return error;
}

const diskFull = '53100';

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
  diskFull,
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
  return gone.has(sqlStateOf(error)) || saysGone.test((error as { message?: string }).message ?? '');
}

/** Whether the database's disk is full. */
export const isDatabaseDiskFull = (error: unknown): boolean => sqlStateOf(error) === diskFull;

const lockNotAvailable = '55P03';
/** Whether a statement gave up waiting for a lock. */
export const isLockTimeout = (error: unknown): boolean => sqlStateOf(error) === lockNotAvailable;

const serializationFailure = '40001';
const deadlockDetected = '40P01';
const retriable = new Set([serializationFailure, deadlockDetected, lockNotAvailable]);
/** Whether other transactions were in the way: the same work may succeed when it is tried again. */
export const isRetriable = (error: unknown): boolean => retriable.has(sqlStateOf(error));

/** Whether a statement reached its time limit, or was cancelled by an administrator. */
export const isStatementTimeout = (error: unknown): boolean => sqlStateOf(error) === '57014';

/** Whether PostgreSQL does not know a time zone: it knows fewer than browsers do. */
export const isUnknownZone = (error: unknown): boolean => sqlStateOf(error) === '22023';

/** Whether a row was refused because its host's time is taken: by the constraint `host_time_free`. */
export const isTimeTaken = (error: unknown): boolean =>
  sqlStateOf(error) === '23P01' && (error as { constraint?: string }).constraint === 'host_time_free';

/** The unique constraint that a row violates; undefined for any other error. */
export const violatedUnique = (error: unknown): string | undefined =>
  sqlStateOf(error) === '23505' ? ((error as { constraint?: string }).constraint ?? '') : undefined;

/** Whether CREATE OR REPLACE would change the names of a stored function's parameters, or its result. */
export const isOtherSignature = (error: unknown): boolean => sqlStateOf(error) === '42P13';

const unstorable = new Set(['22003', '22007', '22008', '22021', '22P02', '22P05']);
/**
 * Whether a value is none the database can hold: a NUL in a text, a number out of range, text that is no value of its
 * type.
 */
export const isUnstorable = (error: unknown): boolean => unstorable.has(sqlStateOf(error));

/** Whether a connection was lost, or PostgreSQL is shutting down or starting. */
export const isConnectionLost = (error: unknown): boolean =>
  /^(ECONN|57P)/.test(sqlStateOf(error)) ||
  /^Connection terminated|not queryable/.test((error as { message?: string }).message ?? '');

/** Whether the address, the credentials or the name of a database are wrong. */
export const isAddressOrLoginWrong = (error: unknown): boolean =>
  /^(ENOTFOUND|EAI_|ETIMEDOUT|28|3D)/.test(sqlStateOf(error));
