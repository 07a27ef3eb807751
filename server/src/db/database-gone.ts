const databaseGone = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
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

/** The database cannot be reached, or has no disk or memory left: nobody's fault, and over some time. */
export function isDatabaseGone(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return (
    databaseGone.has(code ?? '') ||
    /timeout exceeded when trying to connect|Connection terminated|connection timeout|not queryable/i.test(
      message ?? '',
    )
  );
}
