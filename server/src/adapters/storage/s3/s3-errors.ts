import { isDiskFull, StorageError } from '../../../ports/storage.ts';

interface S3Failure {
  readonly name?: string;
  readonly code?: string;
  readonly message?: string;
  readonly $metadata?: { readonly httpStatusCode?: number; readonly requestId?: string };
}

/** Amazon's word for what is wrong. */
export const nameOf = (error: unknown): string => (error as S3Failure | undefined)?.name ?? '';

const statusOf = (error: unknown): number => (error as S3Failure).$metadata?.httpStatusCode ?? 0;

/** What stores that speak S3 say when they have no room. */
const saysFull = new Set(['XMinioStorageFull', 'QuotaExceeded', 'InsufficientStorage', 'InsufficientCapacity']);
const insufficientStorage = 507;

/** Refusals that are the same the next time; everything else may pass. */
export function isWorthRetrying(error: unknown): boolean {
  const status = statusOf(error);
  return status === 0 || status === 408 || status === 429 || (status >= 500 && status !== insufficientStorage);
}

/** The port's error, with the bucket's own words for the log. */
export function storageErrorOf(what: string, error: unknown): StorageError {
  const { message, code } = error as S3Failure;
  const status = statusOf(error);
  const full = saysFull.has(nameOf(error)) || status === insufficientStorage || isDiskFull(error);
  const words = [nameOf(error), code, status || undefined, message].filter((word) => word).join(' ');
  return new StorageError(full ? 'full' : 'away', `${what} failed: ${words}`, error);
}
