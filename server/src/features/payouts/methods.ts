import type { WirePayoutMethod, WirePayoutMethods } from '@frontrow/contract/payouts/api.ts';
import { typedAmount } from '@frontrow/core/catalog/selling-terms.ts';
import { currencyOf, defaultCurrency, moneyText, toDecimal } from '@frontrow/core/kernel/money.ts';
import { isNameOf } from '@frontrow/core/payouts/sepa-account.ts';
import {
  automaticEveryMs,
  automaticMinimumDefault,
  automaticMinimumMax,
  holderNameCharsMax,
  payoutMethodsMax,
  payoutMinimum,
} from '@frontrow/core/payouts/limits.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql, Tx } from '../../db/db.ts';
import { recordFact } from '../../facts/fact-handler.ts';
import { keptSentenceNow } from '../../i18n/kept-sentences.ts';
import {
  type AccountStanding,
  type HolderAddress,
  type OpenedAccount,
  type PayoutKind,
  payoutKinds,
} from '../../ports/payouts.ts';
import { knownCurrency, type PayoutsDeps, sealedAccounts } from './payouts-deps.ts';
import { payableOf } from './payouts.ts';

interface MethodRow {
  id: string;
  kind: PayoutKind;
  account_shown: string;
  holder_name: string;
  state: AccountStanding['state'];
  requirements: string[];
  currencies: string[] | null;
  is_default: boolean;
  created_at: Date;
}

const methodView = (row: MethodRow, banks: PayoutsDeps['payoutBanks']): WirePayoutMethod => ({
  method_uuid: row.id,
  kind: row.kind,
  account: row.account_shown,
  holder_name: row.holder_name,
  state: row.state,
  requirements: row.requirements.map(keptSentenceNow),
  currencies: row.currencies ?? banks[row.kind]?.currencies?.slice() ?? null,
  is_default: row.is_default,
  created_at: row.created_at.getTime(),
});

/** The page of payout methods: accounts, what can be added, settings, and what can be paid out now. */
export async function listMethods(
  { db, payoutBanks }: Pick<PayoutsDeps, 'db' | 'payoutBanks'>,
  hostId: number,
): Promise<WirePayoutMethods> {
  const rows = await db.query<MethodRow>(
    `SELECT id, kind, account_shown, holder_name, state, requirements, currencies, is_default, created_at
     FROM payout_method WHERE host_id = $1 ORDER BY is_default DESC, created_at DESC, id`,
    [hostId],
  );
  const settings = await db.query<{ currency: string; automatic: boolean; minimum_minor: number; next_at: Date }>(
    'SELECT currency, automatic, minimum_minor, next_at FROM payout_setting WHERE host_id = $1 ORDER BY currency',
    [hostId],
  );
  const hold = await db.one<{ reason: string }>('SELECT reason FROM payout_hold WHERE host_id = $1', [hostId]);
  const payable = await payableOf(db, hostId);
  const known = payable.length > 0 ? payable : [{ currency: defaultCurrency, minor: 0 }];
  const host = await db.one<{ own: string }>("SELECT trim(name || ' ' || surname) AS own FROM app_user WHERE id = $1", [
    hostId,
  ]);
  return {
    methods: rows.map((row) => methodView(row, payoutBanks)),
    own_name: host?.own ?? '',
    kinds: payoutKinds.filter((kind) => payoutBanks[kind] !== undefined),
    settings: known.map(({ currency: code }) => {
      const currency = currencyOf(code);
      const set = settings.find((one) => one.currency === code);
      return {
        currency_code: code,
        automatic: set?.automatic ?? false,
        minimum: toDecimal(set?.minimum_minor ?? automaticMinimumDefault(currency), currency.digits),
        next_at: set?.automatic === true ? set.next_at.getTime() : null,
      };
    }),
    held: hold?.reason ?? null,
    available: known.map(({ currency: code, minor }) => {
      const currency = currencyOf(code);
      return {
        currency_code: code,
        amount: toDecimal(minor, currency.digits),
        minimum: toDecimal(payoutMinimum(currency), currency.digits),
      };
    }),
  };
}

type Deps = Pick<PayoutsDeps, 'config' | 'db' | 'ids' | 'payoutBanks'>;

interface Method {
  id: string;
  kind: PayoutKind;
  account_sealed: Buffer;
}

async function methodOf({ db }: Deps, hostId: number, methodId: string): Promise<Method> {
  const method = await db.one<Method>(
    'SELECT id, kind, account_sealed FROM payout_method WHERE id = $1 AND host_id = $2',
    [methodId, hostId],
  );
  if (!method) throw refuse('payout_method_not_found');
  return method;
}

/** Asks the provider how the account stands, and writes it down. */
export async function checkMethod(deps: Deps, hostId: number, methodId: string): Promise<AccountStanding> {
  return writeStanding(deps, await methodOf(deps, hostId, methodId));
}

/** The same for everyone who has this account, because a webhook said that something changed. */
export async function checkAccount(deps: Deps, kind: PayoutKind, account: string): Promise<void> {
  const methods = await deps.db.query<Method>(
    'SELECT id, kind, account_sealed FROM payout_method WHERE kind = $1 AND account_hash = $2',
    [kind, sealedAccounts(deps).hash(kind, account)],
  );
  for (const method of methods) await writeStanding(deps, method);
}

/**
 * The same for the accounts of a host that only we judge, such as bank accounts: rules may have changed since one was
 * added, and then the host hears of it before a payout fails.
 */
export async function recheckLocal(deps: Deps, hostId: number): Promise<void> {
  const kinds = payoutKinds.filter((kind) => deps.payoutBanks[kind]?.standingIsLocal === true);
  const methods = await deps.db.query<Method>(
    'SELECT id, kind, account_sealed FROM payout_method WHERE host_id = $1 AND kind = ANY ($2)',
    [hostId, kinds],
  );
  for (const method of methods) await writeStanding(deps, method);
}

async function writeStanding(deps: Deps, { id, kind, account_sealed }: Method): Promise<AccountStanding> {
  const bank = deps.payoutBanks[kind];
  if (!bank) return { state: 'refused', requirements: ['This payout method is no longer available.'] };
  const standing = await bank.standing(sealedAccounts(deps).open(id, account_sealed));
  await deps.db.query(
    `UPDATE payout_method SET state = $2, requirements = $3, currencies = $4
     WHERE id = $1 AND (state, requirements, currencies) IS DISTINCT FROM ($2, $3::text[], $4::text[])`,
    [id, standing.state, [...standing.requirements], standing.currencies ?? null],
  );
  return standing;
}

/** The provider's page where the host tells what it asks for; a link is good for some minutes, so it is made again. */
export async function linkOfMethod(deps: Deps, hostId: number, methodId: string): Promise<string | undefined> {
  const { id, kind, account_sealed } = await methodOf(deps, hostId, methodId);
  const back = `${deps.config.publicUrl}/my_influencer_payout_methods?checked=${id}`;
  return deps.payoutBanks[kind]?.link(sealedAccounts(deps).open(id, account_sealed), back);
}

/** The host is emailed where payouts are sent from now on, in case someone else changed it. */
const recordMethodChange = (
  tx: Tx,
  ids: PayoutsDeps['ids'],
  change: { hostId: number; methodId: string; isNew: boolean },
): Promise<void> =>
  recordFact(tx, { topic: 'PayoutMethodChanged', dedupeKey: `payout_method:${ids.uuid()}`, payload: change });

interface MethodInput {
  readonly hostId: number;
  readonly kind: PayoutKind;
  readonly account: string;
  readonly holderName: string;
  readonly nameConfirmed: boolean;
  readonly bic?: string | undefined;
  readonly address?: HolderAddress | undefined;
}

/**
 * Adds an account that the host is paid to, and makes it the default. An account that is there already stays one
 * method. A holder who is not the host is asked about first; that the host confirmed it is in the audit log.
 */
export async function addMethod(deps: PayoutsDeps, input: MethodInput): Promise<string> {
  const { accounts, db, payoutBanks } = deps;
  const bank = payoutBanks[input.kind];
  if (!bank) throw refuse('payout_kind_unavailable', {}, { field: 'kind' });
  const holderName = input.holderName.trim().replaceAll(/\s+/g, ' ');
  if (holderName === '' || [...holderName].length > holderNameCharsMax)
    throw refuse('bad_input', { detail: 'Please give the name of the account’s holder.' }, { field: 'holder_name' });
  const fault = bank.holderFault?.(holderName);
  if (fault !== undefined) throw refuse('payout_account_invalid', { detail: fault }, { field: 'holder_name' });
  const differsFrom = await otherName(db, input.hostId, holderName);
  if (differsFrom !== undefined && !input.nameConfirmed)
    throw refuse('payout_name_differs', { holder: holderName, name: differsFrom }, { field: 'holder_name' });
  const { count } = (await db.one<{ count: number }>(
    'SELECT count(*)::int AS count FROM payout_method WHERE host_id = $1',
    [input.hostId],
  ))!;
  if (count >= payoutMethodsMax) throw refuse('payout_methods_over_maximum', { maximum: payoutMethodsMax });
  const email = await accounts.addressOf(input.hostId);
  const { hostId, account, bic, address } = input;
  const opened = await bank.openAccount({ hostId, account, holderName, email, bic, address });
  return db.tx(async (tx) => {
    const id = await writeMethod(deps, tx, { ...input, holderName }, opened);
    if (differsFrom !== undefined)
      await accounts.recordAudit(tx, {
        actorId: input.hostId,
        action: 'payout_name_confirmed',
        subjectId: input.hostId,
        details: { holder: holderName, account: opened.shown },
      });
    return id;
  });
}

/** The host's own name, where the holder has another one. */
async function otherName(db: PayoutsDeps['db'], hostId: number, holderName: string): Promise<string | undefined> {
  const host = await db.one<{ name: string; surname: string; shown_name: string; username: string }>(
    'SELECT name, surname, shown_name, username FROM app_user WHERE id = $1',
    [hostId],
  );
  const own = [`${host?.name} ${host?.surname}`, host?.shown_name ?? ''];
  return isNameOf(holderName, own) ? undefined : own[0]!.trim() || host?.username;
}

async function writeMethod(
  deps: PayoutsDeps,
  tx: Tx,
  { hostId, kind, holderName }: MethodInput,
  { account, shown, state, requirements, currencies, key = account }: OpenedAccount,
): Promise<string> {
  const sealed = sealedAccounts(deps);
  const hash = sealed.hash(kind, key);
  // Two that add at once would both make their own the default.
  await tx.query('SELECT 1 FROM app_user WHERE id = $1 FOR NO KEY UPDATE', [hostId]);
  const before = await tx.one<{ id: string }>(
    'UPDATE payout_method SET is_default = false WHERE host_id = $1 AND is_default RETURNING id',
    [hostId],
  );
  // An account is sealed for its own method, so the id has to be known first.
  const known = await tx.one<{ id: string }>(
    'SELECT id FROM payout_method WHERE host_id = $1 AND kind = $2 AND account_hash = $3',
    [hostId, kind, hash],
  );
  const id = known?.id ?? deps.ids.uuid();
  await tx.query(
    `INSERT INTO payout_method
       (id, host_id, kind, account_sealed, account_hash, account_shown, holder_name, state, requirements, currencies,
        is_default)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, true)
     ON CONFLICT (id) DO UPDATE SET account_sealed = excluded.account_sealed, holder_name = excluded.holder_name,
       state = excluded.state, requirements = excluded.requirements, currencies = excluded.currencies,
       is_default = true`,
    [id, hostId, kind, sealed.seal(id, account), hash, shown, holderName, state, [...requirements], currencies ?? null],
  );
  if (id !== before?.id) await recordMethodChange(tx, deps.ids, { hostId, methodId: id, isNew: known === undefined });
  return id;
}

/** Payouts are sent to this account from now on, automatic ones too. The host is emailed if that is a change. */
export async function chooseDefault(
  { db, ids }: Pick<PayoutsDeps, 'db' | 'ids'>,
  hostId: number,
  methodId: string,
): Promise<void> {
  await db.tx(async (tx) => {
    await tx.query('SELECT 1 FROM app_user WHERE id = $1 FOR NO KEY UPDATE', [hostId]);
    const chosen = await tx.one<{ is_default: boolean }>(
      'SELECT is_default FROM payout_method WHERE id = $1 AND host_id = $2 FOR NO KEY UPDATE',
      [methodId, hostId],
    );
    if (!chosen) throw refuse('payout_method_not_found');
    if (chosen.is_default) return;
    await tx.query('UPDATE payout_method SET is_default = false WHERE host_id = $1 AND is_default', [hostId]);
    await tx.query('UPDATE payout_method SET is_default = true WHERE id = $1', [methodId]);
    await recordMethodChange(tx, ids, { hostId, methodId, isNew: false });
  });
}

/** Removes an account, unless a payout to it is on its way; the newest one left becomes the default. */
export async function removeMethod(
  { db, ids }: Pick<PayoutsDeps, 'db' | 'ids'>,
  hostId: number,
  methodId: string,
): Promise<void> {
  await db.tx(async (tx) => {
    // One that is added at the same time becomes the default, too.
    await tx.query('SELECT 1 FROM app_user WHERE id = $1 FOR NO KEY UPDATE', [hostId]);
    // A payout that is being made to this account holds its row.
    const method = await tx.one<{ is_default: boolean }>(
      'SELECT is_default FROM payout_method WHERE id = $1 AND host_id = $2 FOR UPDATE',
      [methodId, hostId],
    );
    if (!method) throw refuse('payout_method_not_found');
    const open = await tx.one("SELECT 1 FROM payout WHERE method_id = $1 AND status IN ('requested', 'sent')", [
      methodId,
    ]);
    if (open) throw refuse('payout_method_in_use');
    await tx.query('DELETE FROM payout_method WHERE id = $1', [methodId]);
    if (!method.is_default) return;
    const next = await tx.one<{ id: string }>(
      `UPDATE payout_method SET is_default = true WHERE id = (
         SELECT id FROM payout_method WHERE host_id = $1 ORDER BY created_at DESC, id LIMIT 1) RETURNING id`,
      [hostId],
    );
    if (next) await recordMethodChange(tx, ids, { hostId, methodId: next.id, isNew: false });
  });
}

interface SettingsInput {
  readonly currencyCode: string;
  readonly automatic: boolean;
  /** Undefined: as it was, or the default. */
  readonly minimum: number | undefined;
}

/** Automatic payouts on or off; the first one is due a week after they were turned on. */
export async function changeSettings(sql: Sql, hostId: number, input: SettingsInput): Promise<void> {
  const currency = knownCurrency(input.currencyCode);
  const minimum = input.minimum === undefined ? undefined : typedAmount(input.minimum, currency, 'minimum');
  const [least, most] = [payoutMinimum(currency), automaticMinimumMax(currency)];
  if (minimum !== undefined && minimum < least)
    throw refuse('payout_under_minimum', { minimum: moneyText(least, currency) }, { field: 'minimum' });
  if (minimum !== undefined && minimum > most)
    throw refuse('bad_input', { detail: `At most ${moneyText(most, currency)}.` }, { field: 'minimum' });
  await sql.query(
    `INSERT INTO payout_setting AS s (host_id, currency, automatic, minimum_minor, next_at)
     VALUES ($1, $2, $3, coalesce($4, $5::bigint), app_now() + $6 * interval '1 ms')
     ON CONFLICT (host_id, currency) DO UPDATE SET automatic = $3, minimum_minor = coalesce($4, s.minimum_minor),
       next_at = CASE WHEN s.automatic AND $3 THEN s.next_at ELSE app_now() + $6 * interval '1 ms' END`,
    [hostId, currency.code, input.automatic, minimum ?? null, automaticMinimumDefault(currency), automaticEveryMs],
  );
}
