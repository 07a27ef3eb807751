import type { WirePayoutMethod, WirePayoutMethods } from '@frontrow/contract/payouts/api.ts';
import { currencyOf, defaultCurrency, toDecimal } from '@frontrow/core/kernel/money.ts';
import { automaticMinimumDefault, payoutMinimum } from '@frontrow/core/payouts/limits.ts';
import type { AccountStanding, PayoutKind } from '../../../ports/payouts.ts';
import { payoutKinds } from '../../../ports/payouts.ts';
import { payableOf } from '../payable.ts';
import type { PayoutsKit } from '../payouts-kit.ts';

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

const methodView = (row: MethodRow, banks: PayoutsKit['payoutBanks']): WirePayoutMethod => ({
  method_uuid: row.id,
  kind: row.kind,
  account: row.account_shown,
  holder_name: row.holder_name,
  state: row.state,
  requirements: row.requirements,
  currencies: row.currencies ?? banks[row.kind]?.currencies?.slice() ?? null,
  is_default: row.is_default,
  created_at: row.created_at.getTime(),
});

/** The page of payout methods: accounts, what can be added, settings, and what can be paid out now. */
export async function listMethods(
  { db, payoutBanks }: Pick<PayoutsKit, 'db' | 'payoutBanks'>,
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
