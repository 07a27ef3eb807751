import type { WireSeriesPage } from '@frontrow/contract/events/api.ts';
import type { WireSeriesPass } from '@frontrow/contract/ticketing/pass-api.ts';
import { PurchaseDialog } from '#web/features/ticketing/checkout/PurchaseDialog.tsx';
import type { PurchaseResult } from '#web/features/ticketing/checkout/purchase/purchase-state.ts';
import { browserPorts, walletReturnTo } from '#web/features/ticketing/checkout/purchase/server-ports.ts';
import { call } from '#web/shared/api/call.ts';
import { userText } from '#web/shared/catalog/user-text.ts';
import { formatEventWhen } from '#web/shared/format/event-time.ts';
import { currencyShape } from '#web/shared/format/money.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { seriesPath } from '#web/shared/ui/event-card-model.ts';
import { listedDates, missingDates } from './pass-model.ts';
import styles from './SeriesPass.module.css';

type Pass = NonNullable<WireSeriesPass['pass']>;

interface BuyPassProps {
  pass: Pass;
  page: WireSeriesPage;
  onClose: () => void;
  onDone: (result: PurchaseResult) => void;
  onLeft: () => void;
}

/** How a pass is held and paid: all dates in one. */
const passSale = (pass: Pass, page: string): Parameters<typeof browserPorts>[3] => ({
  hold: async () => (await call('POST /series/pass/hold', { body: { pass_uuid: pass.pass_uuid } })).order,
  purchase: ({ promo_code: _none, replay: _never, ...wish }, _email, key) =>
    call('POST /series/pass/purchase', {
      body: { pass_uuid: pass.pass_uuid, ...wish, ...walletReturnTo(page, wish.paypal) },
      headers: { 'idempotency-key': key },
    }),
});

/** The checkout of a pass, with the list of its dates. */
export default function BuyPass({ pass, page, onClose, onDone, onLeft }: BuyPassProps) {
  const { t } = useTranslation('series-pass');
  const dates = useDates();
  const events = page.upcoming.filter(({ event }) => missingDates(pass).includes(event.event_uuid));
  const listed = listedDates(events.length);
  const without = pass.event_uuids.length - missingDates(pass).length;
  return (
    <PurchaseDialog
      sold={{
        price: { listed: pass.listed, discount: pass.discount, fee: pass.fee, total: pass.total, free: false },
        currency: currencyShape(pass.currency_code),
        hasPromo: false,
        terms: null,
        instead: t('instead'),
        words: { title: t('checkout'), holding: t('holding'), emailHelp: t('emailHelp'), small: t('small') },
      }}
      strip={
        <div>
          <p>
            <strong {...userText}>{page.series.title}</strong>
          </p>
          <ul className={styles.dates}>
            {events.slice(0, listed).map(({ event }) => (
              <li key={event.event_uuid}>{formatEventWhen(event, dates)}</li>
            ))}
            {listed < events.length && <li>{t('more', { left: events.length - listed })}</li>}
          </ul>
          {without > 0 && <p className={styles.without}>{t('without', { count: without })}</p>}
        </div>
      }
      ports={(card, notLoaded) => ({
        ...browserPorts(pass.pass_uuid, card, notLoaded, passSale(pass, seriesPath(page.series.uuid))),
        release: (order, begun) =>
          call('POST /series/pass/release', { body: { order_uuid: order, idle_only: !begun } }),
      })}
      onClose={onClose}
      onDone={onDone}
      onLeft={onLeft}
    />
  );
}
