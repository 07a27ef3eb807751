import { minutes } from '@frontrow/core/kernel/instant.ts';
import type { Job } from '../../../jobs/runner.ts';
import type { Kit } from '../../../kit.ts';

const rowsPerRunMax = 1000;

/** Adds what app admins did to the chain that shows whether a row was changed or taken out later. */
export const chainAuditLog = ({ db }: Pick<Kit, 'db'>): Job => ({
  name: 'chain the audit log',
  everyMs: minutes(1),
  async run(stopping) {
    for (let added = rowsPerRunMax; added === rowsPerRunMax && !stopping();)
      added = (await db.one<{ added: number }>('SELECT chain_audit_log($1) AS added', [rowsPerRunMax]))?.added ?? 0;
  },
});
