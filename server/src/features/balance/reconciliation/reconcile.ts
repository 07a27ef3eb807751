import { booksOverlapMs, reconcileEveryMs } from '@frontrow/core/balance/limits.ts';
import { type Difference, differences, type Window, windowToCompare } from '@frontrow/core/balance/reconcile.ts';
import { days, minutes } from '@frontrow/core/kernel/instant.ts';
import { onItsOwn } from '../../../jobs/on-its-own.ts';
import type { Job } from '../../../jobs/runner.ts';
import type { Kit } from '../../../kit.ts';
import type { ProviderBooks, TheirMoney } from '../../../ports/provider-books.ts';
import type { Accounts } from '../../accounts/index.ts';
import { type OurMoney, oursAtOnceMax, oursOf, oursWithin } from './our-books.ts';
import { type Claim, claimComparison, keepDifferences } from './store.ts';

export type ReconciliationKit = Pick<Kit, 'cards' | 'db' | 'ids' | 'log' | 'wallets'> & {
  readonly accounts: Pick<Accounts, 'recordAudit'>;
};

interface Provider {
  readonly name: string;
  readonly books: ProviderBooks;
  /** Asks for one payment or refund by its name. */
  readonly isThere: (our: OurMoney) => Promise<boolean>;
}

/** The first comparison of an installation begins this long ago. */
const beginsMs = days(1);
const pagesMax = 1_000;
/** Money that is not in the books is asked for by name, so much of it in one run. */
const askedByNameMax = 200;

/** Each configured provider with its books. */
function providersOf({ cards, wallets }: ReconciliationKit): Provider[] {
  const isGivenBack = async (from: typeof cards | typeof wallets, ref: string): Promise<boolean> =>
    (await from.refundOf(ref))?.status === 'succeeded';
  return [
    {
      name: cards.provider,
      books: cards.books,
      isThere: async ({ kind, ref, paymentRef }) => {
        if (kind === 'refund') return isGivenBack(cards, ref);
        return (paymentRef !== null && (await cards.intent(paymentRef))?.captureRef === ref) ?? false;
      },
    },
    ...(wallets.books
      ? [
          {
            name: wallets.provider,
            books: wallets.books,
            isThere: async ({ kind, ref, paymentRef }: OurMoney) => {
              if (kind === 'refund') return isGivenBack(wallets, ref);
              return (paymentRef !== null && (await wallets.order(paymentRef))?.captureRef === ref) ?? false;
            },
          },
        ]
      : []),
  ];
}

/** Compares the books of every provider with the ledger, and keeps where they differ. */
export async function reconcile(kit: ReconciliationKit, stopping: () => boolean = () => false): Promise<void> {
  for (const provider of providersOf(kit)) {
    if (stopping()) return;
    await onItsOwn(kit.log, { books: provider.name }, async () => {
      const claim = await claimComparison(kit.db, provider.name, { everyMs: reconcileEveryMs, beginsMs });
      if (claim) await compare(kit, provider, claim);
    });
  }
}

async function compare(kit: ReconciliationKit, provider: Provider, claim: Claim): Promise<void> {
  const window = windowToCompare({ ...claim, booksDelayMs: provider.books.delayMs });
  if (!window) return;
  const within = await oursWithin(kit.db, provider.name, window);
  // What does not fit into one run is left to the next.
  const rest = within[oursAtOnceMax];
  const to = rest && rest.at > window.from ? rest.at : window.to;
  const compared: Window = { from: window.from, to };
  const theirs = await theirsOf(provider.books, { from: window.from - booksOverlapMs, to: Math.max(to, claim.now) });
  const ours = [...within.slice(0, oursAtOnceMax), ...(await oursNamed(kit, provider.name, theirs))];
  const found = await confirmed(provider, differences(theirs, ours, compared));
  const fresh = await keepDifferences(kit, provider.name, compared, found);
  if (fresh > 0) kit.log.error({ provider: provider.name, differences: fresh }, 'the books differ');
}

async function theirsOf(books: ProviderBooks, window: Window): Promise<TheirMoney[]> {
  const theirs: TheirMoney[] = [];
  let after: string | undefined;
  for (let page = 0; page < pagesMax; page++) {
    const { money, next } = await books.read({ ...window, after });
    theirs.push(...money);
    if (next === undefined) return theirs;
    after = next;
  }
  throw new Error(`the books have more than ${pagesMax} pages`);
}

const namedAtOnce = 1_000;

async function oursNamed(kit: ReconciliationKit, provider: string, theirs: readonly TheirMoney[]): Promise<OurMoney[]> {
  const ours: OurMoney[] = [];
  for (let first = 0; first < theirs.length; first += namedAtOnce)
    ours.push(...(await oursOf(kit.db, provider, theirs.slice(first, first + namedAtOnce))));
  return ours;
}

type Found = Difference<OurMoney, TheirMoney>;

/** Books may name another moment than we do: what seems missing there is asked for by its name. */
async function confirmed({ isThere }: Provider, found: readonly Found[]): Promise<Found[]> {
  const kept: Found[] = [];
  let asked = 0;
  for (const difference of found) {
    const { theirs, ours } = difference;
    if (theirs === undefined && ours && asked++ < askedByNameMax && (await isThere(ours))) continue;
    kept.push(difference);
  }
  return kept;
}

export const reconciliationJob = (kit: ReconciliationKit): Job => ({
  name: 'reconcile',
  everyMs: minutes(1),
  run: (stopping) => reconcile(kit, stopping),
});
