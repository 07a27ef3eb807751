import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { WireSeriesPage } from '@frontrow/contract/events/api.ts';
import type { WireSeriesPass } from '@frontrow/contract/ticketing/pass-api.ts';
import type { PurchaseResult } from '#web/features/ticketing/checkout/purchase/purchase-state.ts';
import { call } from '#web/shared/api/call.ts';
import { currencyShape, formatMoney } from '#web/shared/format/money.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { lazy } from '#web/shared/lazy.tsx';
import { askToLogin } from '#web/shared/login-modal.ts';
import { useSession } from '#web/shared/session/session.ts';
import { themed } from '#web/shared/themed.tsx';
import { toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { eventPrice, seriesPath } from '#web/shared/ui/event-card-model.ts';
import { Link } from '#web/shared/ui/Link.tsx';
import { missingDates, passOfferState } from './pass-model.ts';
import styles from './SeriesPass.module.css';

/** Payment code, the host's form and their texts load when someone uses them. */
const BuyPass = lazy(
  themed(() => import('./BuyPass.tsx')),
  ['purchase', 'series-pass'],
);
const OfferPass = lazy(
  themed(() => import('./OfferPass.tsx')),
  ['series-pass'],
);
/** For people who come back from the wallet. */
const WalletReturn = lazy(() => import('#web/features/ticketing/checkout/WalletReturn.tsx'), ['purchase']);

export const passKey = (seriesUuid: string) => ['series-pass', seriesUuid];

const useHasAccount = (): boolean => useSession(({ user }) => user !== null && !user.user_is_guest);

interface OfferedProps {
  pass: NonNullable<WireSeriesPass['pass']>;
  page: WireSeriesPage;
  own: boolean;
  onBuy: () => void;
}

/** The page of a series with its checkout open: where a person comes back to who had to log in first. */
const wantedParam = 'pass';
const wantedPath = (seriesUuid: string): string => `${seriesPath(seriesUuid)}?${wantedParam}=buy`;

const mayBuy = (pass: OfferedProps['pass'], own: boolean): boolean =>
  !own && ['whole', 'rest'].includes(passOfferState(pass));

/** What a pass costs, and what it saves. */
function Offered({ pass, page, own, onBuy }: OfferedProps) {
  const { t, language } = useTranslation('series-pass');
  const hasAccount = useHasAccount();
  const state = passOfferState(pass);
  const missing = missingDates(pass);
  const money = (amount: number) => formatMoney(amount, currencyShape(pass.currency_code), language);
  if (state === 'bought' || state === 'disputed' || state === 'haveAll')
    return (
      <>
        <p className={styles.words}>{state === 'disputed' ? t(state) : <strong>{t(state)}</strong>}</p>
        <Button size="lg" variant="default" component={Link} to="/live_events">
          {t('toTickets')}
        </Button>
      </>
    );
  // With their fees, as the buttons and the dates below say them.
  const singly = page.upcoming
    .filter(({ event }) => missing.includes(event.event_uuid))
    .reduce((sum, { event }) => sum + eventPrice(event).total, 0);
  const buy = t(state === 'rest' ? 'buyRest' : 'buy', { total: money(pass.total) });
  return (
    <>
      <p className={styles.words}>
        <strong>{t(state === 'rest' ? 'rest' : 'lead', { count: missing.length })}</strong>
        {singly > pass.total && <span className={styles.soft}>{t('saves', { listed: money(singly) })}</span>}
      </p>
      {(state === 'ended' || state === 'soldOut') && <p className={styles.soft}>{t(state)}</p>}
      {mayBuy(pass, own) && (
        <>
          <Button size="lg" onClick={hasAccount ? onBuy : () => askToLogin('login', wantedPath(page.series.uuid))}>
            {hasAccount ? buy : t('login')}
          </Button>
          {!hasAccount && <p className={styles.account}>{t('needsAccount')}</p>}
        </>
      )}
    </>
  );
}

/** On the page of a series: its pass, to buy or, for its host, to offer. Nothing where there is none. */
export default function SeriesPass({ page }: { page: WireSeriesPage }) {
  const { t } = useTranslation('series-pass');
  const { uuid } = page.series;
  const client = useQueryClient();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const [fromWallet] = useState(search.has('paypal_callback') || search.has('paypal_callback_error'));
  const [pressed, setPressed] = useState(false);
  const hasAccount = useHasAccount();
  const signedIn = useSession((session) => session.user?.user_username ?? null);
  const answer = useQuery({
    queryKey: [...passKey(uuid), signedIn],
    queryFn: ({ signal }) => call('GET /series/:id/pass', { params: { id: uuid }, signal }),
  });
  const refresh = useCallback(() => {
    for (const queryKey of [passKey(uuid), ['event'], ['tickets']]) void client.invalidateQueries({ queryKey });
  }, [client, uuid]);
  const close = useCallback(() => {
    setPressed(false);
    setSearch(
      (before) => {
        before.delete(wantedParam);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [setSearch]);
  const onDone = useCallback(
    ({ ticket }: PurchaseResult) => {
      close();
      refresh();
      toastGood(t(ticket ? 'done' : 'pending'));
      if (ticket) void navigate('/live_events');
    },
    [close, refresh, navigate, t],
  );
  const { pass, own } = answer.data ?? { pass: null, own: null };
  const wanted = search.has(wantedParam) && hasAccount && pass !== null && mayBuy(pass, own !== null);
  const isOffering = own !== null && (own.form.refusal === null || pass !== null);
  return (
    <>
      <Suspense fallback={null}>
        {fromWallet && <WalletReturn onDone={onDone} />}
        {(pressed || wanted) && pass && (
          <BuyPass pass={pass} page={page} onClose={close} onDone={onDone} onLeft={refresh} />
        )}
      </Suspense>
      {(pass ?? isOffering) && (
        <section className={styles.pass} aria-labelledby="series-pass">
          <h2 id="series-pass" className={styles.title}>
            {t('title')}
          </h2>
          {pass && <Offered pass={pass} page={page} own={own !== null} onBuy={() => setPressed(true)} />}
          <Suspense fallback={null}>
            {isOffering && own && <OfferPass seriesUuid={uuid} pass={pass} own={own} onChanged={refresh} />}
          </Suspense>
        </section>
      )}
    </>
  );
}
