import { IconReceipt } from '@tabler/icons-react';
import type { WireBilledOrder } from '@frontrow/contract/billing/api.ts';
import { countryName } from '#web/shared/billing/country-names.ts';
import { formatCount, formatMoney } from '#web/shared/format/money.ts';
import { formatShortDate } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { userText } from '#web/shared/catalog/user-text.ts';
import { shownTitle } from '#web/shared/catalog/shown-title.ts';
import { titledPath } from '#web/shared/catalog/titled-path.ts';
import styles from './BillingPage.module.css';
import { reasonKey, stateKey } from './order-state.ts';

/** An order: what it was for, what was paid, what went back, and its receipt. */
export function OrderRow({ order }: { order: WireBilledOrder }) {
  const { t, language } = useTranslation('billing');
  const dates = useDates();
  const money = (amount: number): string => formatMoney(amount, order.currency, language);
  const state = stateKey(order);
  return (
    <li className={styles.order}>
      <div className={styles.head}>
        <div className={styles.what}>
          <h2>
            <Link to={titledPath(order, 'viewer')} {...userText}>
              {shownTitle(order)}
            </Link>
          </h2>
          <p className={styles.soft}>
            {t('ordered', { date: formatShortDate(order.ordered_at, dates) })}
            {order.pass &&
              order.paid_at !== null &&
              order.pass.dates > 1 &&
              ` · ${t('page.pass')}: ${t('page.passPayment', { total: money(order.pass.total), count: order.pass.dates })}`}
          </p>
        </div>
        <span className={styles.state} data-state={state}>
          {t(`state.${state}`)}
        </span>
      </div>
      {order.total > 0 && <PriceLines order={order} money={money} />}
      {order.refunds.length > 0 && (
        <ul className={styles.refunds}>
          {order.refunds.map((refund) => (
            <li key={refund.refund_uuid}>
              <p>
                {t('refund', { amount: money(refund.amount), date: formatShortDate(refund.created_at, dates) })}
                {' · '}
                {t(`reason.${reasonKey(refund.reason)}`)}
              </p>
              <p className={styles.soft}>
                {[
                  t(`refundState.${refund.status}`),
                  refund.reference && t('reference', { reference: refund.reference }),
                  refund.credit_note.length > 0 && t('creditNote', { numbers: refund.credit_note.join(', ') }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.foot}>
        <p className={styles.soft}>
          {order.receipt_state === 'issued' && t('receiptNumbers', { numbers: order.receipt_numbers.join(', ') })}
          {order.receipt_state === 'due' && t('taxLater')}
          {state === 'free' && t('noReceipt')}
          {order.dispute_notes.length > 0 && ` · ${t('disputeNotes', { numbers: order.dispute_notes.join(', ') })}`}
        </p>
        {order.receipt_state !== 'none' && (
          <Button
            component={Link}
            to={`/receipt/${order.order_uuid}`}
            variant="default"
            leftSection={<IconReceipt size={18} stroke={1.8} aria-hidden="true" />}
            aria-label={t('receiptOf', { title: shownTitle(order) })}
          >
            {t('receipt')}
          </Button>
        )}
      </div>
    </li>
  );
}

function PriceLines({ order, money }: { order: WireBilledOrder; money: (amount: number) => string }) {
  const { t, language } = useTranslation('billing');
  const { tax } = order;
  const taxLine =
    tax &&
    tax.amount > 0 &&
    (tax.country !== null && tax.rate > 0
      ? t('containsRate', {
          amount: money(tax.amount),
          rate: formatCount(tax.rate, language),
          country: countryName(tax.country, language),
        })
      : t('contains', { amount: money(tax.amount) }));
  return (
    <dl className={styles.lines}>
      <dt>{t('price')}</dt>
      <dd>{money(order.price)}</dd>
      {order.discount > 0 && (
        <>
          <dt>{t(order.pass ? 'passDiscount' : 'discount')}</dt>
          <dd>−{money(order.discount)}</dd>
        </>
      )}
      <dt>{t('fee')}</dt>
      <dd>{money(order.fee)}</dd>
      <dt className={styles.total}>{t('total')}</dt>
      <dd className={styles.total}>
        {money(order.total)}
        {taxLine && <span className={styles.tax}>{taxLine}</span>}
      </dd>
    </dl>
  );
}
