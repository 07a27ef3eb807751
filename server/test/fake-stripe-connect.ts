import { randomUUID } from 'node:crypto';

export interface FakeTransfer {
  id: string;
  object: 'transfer';
  amount: number;
  currency: string;
  destination: string;
  transfer_group: string;
  reversed: boolean;
  amount_reversed: number;
  created: number;
  livemode: false;
  metadata: Record<string, string>;
  reversals: { object: 'list'; data: object[]; has_more: false; url: string };
}

export interface FakePayout {
  id: string;
  object: 'payout';
  amount: number;
  currency: string;
  status: string;
  failure_message: string | null;
  metadata: Record<string, string>;
  arrival_date: number;
  automatic: false;
  created: number;
  livemode: false;
  method: 'standard';
  reconciliation_status: 'not_applicable';
  source_type: 'card';
  type: 'bank_account';
}

interface Account {
  id: string;
  object: 'account';
  payouts_enabled: boolean;
  default_currency: string;
  external_accounts: { object: 'list'; data: { currency: string }[]; has_more: boolean; url: string };
  capabilities: { transfers: string };
  requirements: {
    currently_due: string[];
    past_due: string[];
    pending_verification: string[];
    disabled_reason: string | null;
  };
}

interface Answer {
  readonly status: number;
  readonly body: object;
}

export interface FakeConnect {
  /** What Stripe answers about connected accounts; undefined if the call is about something else. */
  answer(method: string, url: URL, form: URLSearchParams, account: string | undefined): Answer | undefined;
  readonly accounts: ReadonlyMap<string, object>;
  readonly transfers: Map<string, FakeTransfer>;
  readonly payouts: Map<string, FakePayout>;
  /** The host told Stripe everything. */
  finish(account: string): void;
  /** The host adds a bank account in another currency. */
  addBank(account: string, currency: string): void;
  /** Cents that left us for a payout and did not come back. */
  leftFor(payoutId: string): number;
  /** The bank of the account decides about its payout. */
  decide(payoutId: string, status: 'paid' | 'failed'): void;
}

/** Stripe Connect as a small program with memory: accounts, transfers, reversals, payouts of accounts. */
export function fakeConnect(): FakeConnect {
  const accounts = new Map<string, Account>();
  const transfers = new Map<string, FakeTransfer>();
  const payouts = new Map<string, FakePayout>();
  const ok = (body: object): Answer => ({ status: 200, body });
  const no = (status: number, code: string, message: string): Answer => ({
    status,
    body: { error: { type: 'invalid_request_error', code, message } },
  });
  const list = (url: string, data: object[]): Answer => ok({ object: 'list', url, data, has_more: false });
  const nowSeconds = (): number => Math.floor(Date.now() / 1000);

  function openAccount(form: URLSearchParams): Answer {
    const account: Account = {
      id: `acct_${randomUUID().replaceAll('-', '').slice(0, 16)}`,
      object: 'account',
      payouts_enabled: false,
      default_currency: form.get('country') === 'GB' ? 'gbp' : 'eur',
      external_accounts: { object: 'list', data: [], has_more: false, url: '/v1/accounts/x/external_accounts' },
      capabilities: { transfers: 'inactive' },
      requirements: {
        currently_due: ['external_account', 'individual.dob.day', 'individual.dob.month', 'tos_acceptance.date'],
        past_due: [],
        pending_verification: [],
        disabled_reason: null,
      },
    };
    accounts.set(account.id, account);
    return ok(account);
  }

  function transfer(form: URLSearchParams): Answer {
    const account = accounts.get(form.get('destination') ?? '');
    if (account?.capabilities.transfers !== 'active')
      return no(400, 'insufficient_capabilities_for_transfer', 'The account cannot receive transfers.');
    const made: FakeTransfer = {
      id: `tr_${randomUUID()}`,
      object: 'transfer',
      amount: Number(form.get('amount')),
      currency: form.get('currency') ?? '',
      destination: account.id,
      transfer_group: form.get('transfer_group') ?? '',
      reversed: false,
      amount_reversed: 0,
      created: nowSeconds(),
      livemode: false,
      metadata: { payout_id: form.get('metadata[payout_id]') ?? '' },
      reversals: { object: 'list', data: [], has_more: false, url: '/v1/transfers/x/reversals' },
    };
    transfers.set(made.id, made);
    return ok(made);
  }

  function payOut(form: URLSearchParams): Answer {
    const made: FakePayout = {
      id: `po_${randomUUID()}`,
      object: 'payout',
      amount: Number(form.get('amount')),
      currency: form.get('currency') ?? '',
      status: 'pending',
      failure_message: null,
      metadata: { payout_id: form.get('metadata[payout_id]') ?? '' },
      arrival_date: nowSeconds() + 2 * 86_400,
      automatic: false,
      created: nowSeconds(),
      livemode: false,
      method: 'standard',
      reconciliation_status: 'not_applicable',
      source_type: 'card',
      type: 'bank_account',
    };
    payouts.set(made.id, made);
    return ok(made);
  }

  /** Of one group, or those made in a stretch of time. */
  const listed = (asked: URLSearchParams): FakeTransfer[] => {
    const group = asked.get('transfer_group');
    const bound = (name: string, otherwise: number) => Number(asked.get(`created[${name}]`) ?? otherwise);
    return [...transfers.values()].filter(({ created, transfer_group: its }) =>
      group === null ? created >= bound('gte', 0) && created < bound('lt', Infinity) : its === group,
    );
  };

  return {
    accounts,
    transfers,
    payouts,
    answer(method, url, form, account) {
      const [, , kind, id = '', verb] = url.pathname.split('/');
      if (kind === 'accounts' && method === 'POST') return openAccount(form);
      if (kind === 'accounts') {
        const known = accounts.get(id);
        // Stripe does not say whether there is such an account: our key has no access to it.
        return known ? ok(known) : no(403, 'account_invalid', `The key does not have access to account '${id}'.`);
      }
      if (kind === 'account_links')
        return ok({
          object: 'account_link',
          created: nowSeconds(),
          expires_at: nowSeconds() + 300,
          url: `https://connect.stripe.com/setup/${form.get('account')}`,
        });
      if (kind === 'transfers' && verb === 'reversals') {
        const known = transfers.get(id);
        if (!known || known.reversed) return no(400, 'transfer_already_reversed', 'Already reversed');
        known.reversed = true;
        known.amount_reversed = known.amount;
        const { amount, currency } = known;
        return ok({
          id: `trr_${id}`,
          object: 'transfer_reversal',
          amount,
          currency,
          created: nowSeconds(),
          transfer: id,
        });
      }
      if (kind === 'transfers' && method === 'POST') return transfer(form);
      if (kind === 'transfers') return list('/v1/transfers', listed(url.searchParams));
      if (kind !== 'payouts') return undefined;
      if (method === 'POST') return payOut(form);
      const isOf = (one: FakePayout) =>
        [...transfers.values()].some(
          (made) => made.destination === account && made.transfer_group === one.metadata['payout_id'],
        );
      if (id === '') return list('/v1/payouts', [...payouts.values()].filter(isOf));
      const known = payouts.get(id);
      return known && isOf(known) ? ok(known) : no(404, 'resource_missing', 'No such payout');
    },
    addBank(id, currency) {
      accounts.get(id)!.external_accounts.data.push({ currency });
    },
    finish(id) {
      const account = accounts.get(id)!;
      account.payouts_enabled = true;
      account.capabilities.transfers = 'active';
      account.requirements.currently_due = [];
    },
    leftFor: (payoutId) =>
      [...transfers.values()]
        .filter((one) => one.transfer_group === payoutId && !one.reversed)
        .reduce((sum, one) => sum + one.amount, 0),
    decide(payoutId, status) {
      for (const payout of payouts.values())
        if (payout.metadata['payout_id'] === payoutId) {
          payout.status = status;
          payout.failure_message = status === 'failed' ? 'The bank account has been closed.' : null;
        }
    },
  };
}
