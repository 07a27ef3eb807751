import type { TestApp } from './harness.ts';

/** Runs `work` while the database refuses audit lines of this action: what they record must not happen either. */
export async function withoutAudit(app: TestApp, action: string, work: () => Promise<void>): Promise<void> {
  await app.db.query(`ALTER TABLE audit_log ADD CONSTRAINT refused_by_test CHECK (action <> '${action}') NOT VALID`);
  try {
    await work();
  } finally {
    await app.db.query('ALTER TABLE audit_log DROP CONSTRAINT refused_by_test');
  }
}
