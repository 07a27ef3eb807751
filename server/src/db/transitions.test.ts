import type { Machine } from '@frontrow/core/kernel/machine.ts';
import { disputeMachine, orderMachine, paymentMachine, refundMachine } from '@frontrow/core/ticketing/machines.ts';
import { meetingMachine } from '@frontrow/core/meetings/meeting-machine.ts';
import { replayDownloadMachine } from '@frontrow/core/broadcast/replay-download.ts';
import { pollMachine } from '@frontrow/core/rooms/polls.ts';
import { payoutMachine } from '@frontrow/core/payouts/payouts.ts';
import { reportMachine } from '@frontrow/core/reports/reports.ts';
import { rallyAttemptMachine } from '@frontrow/core/token-gate/holdings.ts';
import { waitlistMachine } from '@frontrow/core/ticketing/waitlist.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDb } from '../../test/harness.ts';
import type { Db } from './db.ts';

let db: Db;
beforeAll(async () => {
  db = await freshDb();
});
afterAll(() => db.close());

/** Tables whose status moves by a machine of core. */
const machines: Readonly<Record<string, Machine<string, string>>> = {
  dispute: disputeMachine,
  orders: orderMachine,
  pass_payment: paymentMachine,
  payment: paymentMachine,
  payout: payoutMachine,
  poll: pollMachine,
  private_request: meetingMachine,
  rally_trip: rallyAttemptMachine,
  refund: refundMachine,
  replay_download: replayDownloadMachine,
  report: reportMachine,
  waitlist_place: waitlistMachine,
};

const edgesOf = ({ table }: Machine<string, string>): string[] =>
  Object.entries(table).flatMap(([from, moves]) => Object.values(moves).map((to) => `${from}>${to}`));

test('the triggers in the catalogue move rows as the machines of core do, and in no other way', async () => {
  const triggers = await db.query<{ table: string; condition: string; edges: string[] }>(
    `SELECT tgrelid::regclass::text AS table, split_part(pg_get_triggerdef(oid), 'EXECUTE', 1) AS condition,
       string_to_array(rtrim(encode(tgargs, 'escape'), '\\0'), '\\000') AS edges
     FROM pg_trigger WHERE tgfoid = 'forward_only'::regproc AND tgenabled = 'O' ORDER BY 1`,
  );
  expect(triggers.map((trigger) => trigger.table)).toEqual(Object.keys(machines));
  for (const { table, condition, edges } of triggers) {
    expect(edges.toSorted()).toEqual([...new Set(edgesOf(machines[table]!))].toSorted());
    expect(condition).toMatch(
      /^CREATE TRIGGER \w+ BEFORE UPDATE OF status ON \S+ FOR EACH ROW WHEN \(\(old\.status IS DISTINCT FROM new\.status\)\) $/,
    );
  }
});

test('the statuses the database knows are the states of the machines', async () => {
  for (const [table, machine] of Object.entries(machines)) {
    const labels = await db.query<{ label: string }>(
      `SELECT e.enumlabel AS label FROM pg_attribute a JOIN pg_enum e ON e.enumtypid = a.atttypid
       WHERE a.attrelid = $1::regclass AND a.attname = 'status'`,
      [table],
    );
    expect(labels.map((row) => row.label).toSorted()).toEqual(machine.states.toSorted());
  }
});
