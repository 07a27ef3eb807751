import { booksOverlapMs, rechecksPerRunMax, reconcileEveryMs } from '@frontrow/core/balance/limits.ts';
import {
  type Difference,
  differences,
  sameMoney,
  type Window,
  windowToCompare,
  windowToRecheck,
} from '@frontrow/core/balance/reconcile.ts';
import { days, type Instant, minutes } from '@frontrow/core/kernel/instant.ts';
import { isolateErrors, type Job } from '../../../jobs/runner.ts';
import type { TheirMoney } from '../../../ports/provider-books.ts';
import {
  type Claim,
  claimComparison,
  finishComparison,
  keepDifferences,
  oldestToRecheck,
  rechecked,
} from './differences.ts';
import {
  comparedBooks,
  type ComparedBooks,
  type OurMoney,
  oursAtOnceMax,
  type ReconciliationDeps,
} from './recorded-money.ts';

/** The first comparison of an installation begins this long ago. */
const beginsMs = days(1);
const pagesMax = 1_000;
/** Money that is not in the books is asked for by name, this much of it at once. */
const lookedUpByNameMax = 200;

/** One comparison of some books, as far as it has come. */
interface Run {
  readonly deps: ReconciliationDeps;
  readonly books: ComparedBooks;
  readonly claim: Claim;
  readonly stopping: () => boolean;
}

/** Compares the books of every provider with the ledger, and keeps where they differ. */
export async function reconcile(deps: ReconciliationDeps, stopping: () => boolean = () => false): Promise<void> {
  for (const books of comparedBooks(deps)) {
    if (stopping()) return;
    await isolateErrors(deps.log, { books: books.name }, async () => {
      const claim = await claimComparison(deps.db, books.name, { everyMs: reconcileEveryMs, beginsMs });
      if (!claim) return;
      const run: Run = { deps, books, claim, stopping };
      const window = windowToCompare({ ...claim, booksDelayMs: books.theirs.delayMs });
      if (window) {
        logSkipped(run, window);
        await compareAll(run, window);
      }
      await recheck(run);
      // One that had nothing to compare does not silence the alarm.
      if (window && !stopping()) await finishComparison(deps.db, books.name);
    });
  }
}

/** After a stop of more than `differenceRecheckMs` some time is never compared: a person has to look at it. */
function logSkipped({ deps, books, claim }: Run, { from }: Window): void {
  if (from <= claim.comparedUntil) return;
  const skipped = { from: new Date(claim.comparedUntil).toISOString(), to: new Date(from).toISOString() };
  deps.log.error({ provider: books.name, ...skipped }, 'the books of this time are too old to be compared');
}

/**
 * Older differences that are still open are compared again, a stretch of time after the other, so that no run begins
 * where the oldest one is. The next run continues where this one ended, and after the last one it begins again.
 */
async function recheck(run: Run): Promise<void> {
  const { deps, books, claim, stopping } = run;
  let after = claim.recheckedUntil;
  for (let n = 0; n < rechecksPerRunMax && !stopping(); n++) {
    const oldestOpen = await oldestToRecheck(deps.db, books.name, after);
    const window = oldestOpen === undefined ? undefined : windowToRecheck({ ...claim, oldestOpen });
    after = window?.to;
    if (window) await compareAll(run, window);
    await rechecked(deps.db, books.name, after);
    if (!window) return;
  }
}

/** What of ours does not fit into one comparison is left to the next one. */
async function compareAll(run: Run, { from, to }: Window): Promise<void> {
  let compared = from;
  while (compared < to && !run.stopping()) compared = await compareFrom(run, { from: compared, to });
}

async function compareFrom({ deps, books, claim }: Run, window: Window): Promise<Instant> {
  const within = await books.ours.within(deps.db, window);
  const rest = within[oursAtOnceMax];
  const to = rest && rest.at > window.from ? rest.at : window.to;
  const compared: Window = { from: window.from, to };
  const theirs = await theirsOf(deps, books, {
    from: window.from - booksOverlapMs,
    to: Math.min(to + booksOverlapMs, Math.max(to, claim.now)),
  });
  const ours = [...within.slice(0, oursAtOnceMax), ...(await oursNamed(deps, books, theirs))];
  const found = await confirmed(books, differences(theirs, ours, compared));
  const fresh = await keepDifferences(deps, books.name, compared, found);
  if (fresh > 0) deps.log.error({ provider: books.name, differences: fresh }, 'the books differ');
  return to;
}

/** A line that cannot be read is logged and left out: the comparison shows what of ours is missing because of it. */
async function theirsOf(
  { log }: ReconciliationDeps,
  { name, theirs: books }: ComparedBooks,
  window: Window,
): Promise<TheirMoney[]> {
  const theirs: TheirMoney[] = [];
  let after: string | undefined;
  for (let page = 0; page < pagesMax; page++) {
    const { money, unread = [], next } = await books.read({ ...window, after });
    for (const line of unread) log.error({ provider: name, ...line }, 'a line of the books cannot be read');
    theirs.push(...money);
    if (next === undefined) return theirs;
    after = next;
  }
  throw new Error(`the books have more than ${pagesMax} pages`);
}

const namedAtOnce = 1_000;

async function oursNamed(
  { db }: ReconciliationDeps,
  { ours }: ComparedBooks,
  theirs: readonly TheirMoney[],
): Promise<OurMoney[]> {
  const named: OurMoney[] = [];
  for (let first = 0; first < theirs.length; first += namedAtOnce)
    named.push(...(await ours.named(db, theirs.slice(first, first + namedAtOnce))));
  return named;
}

type Found = Difference<OurMoney, TheirMoney>;

/** Books may name another moment than we do: what seems missing there is asked for by its name. */
async function confirmed({ find }: ComparedBooks, found: readonly Found[]): Promise<Found[]> {
  const kept: Found[] = [];
  let asked = 0;
  for (const difference of found) {
    const { theirs, ours } = difference;
    const there = theirs === undefined && ours && asked++ < lookedUpByNameMax ? await find(ours) : undefined;
    if (!there || !ours) kept.push(difference);
    else if (!sameMoney(there, ours))
      kept.push({ ...difference, kind: `${ours.kind}_differs`, theirs: { ...ours, ...there, paymentId: undefined } });
  }
  return kept;
}

export const reconciliationJob = (deps: ReconciliationDeps): Job => ({
  name: 'reconcile',
  everyMs: minutes(1),
  run: (stopping) => reconcile(deps, stopping),
});
