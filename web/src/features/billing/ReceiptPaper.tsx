import type { WireBillingDetails, WireDocument, WireReceipt } from '@frontrow/contract/billing/api.ts';
import { countryName } from '#web/shared/billing/country-names.ts';
import { formatCount, formatMoney } from '#web/shared/format/money.ts';
import { formatShortDate } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { userText } from '#web/shared/catalog/user-text.ts';
import { shownTitle } from '#web/shared/catalog/shown-title.ts';
import styles from './Receipt.module.css';

const numbersOf = ({ parts }: WireDocument): string => parts.map(({ number }) => number).join(' / ');

/** A receipt or one of its notes on white paper, as it is printed. */
export function ReceiptPaper({ receipt, document }: { receipt: WireReceipt; document: WireDocument }) {
  const { t, language } = useTranslation('billing');
  // Paper is read in other years, so every date says its own; its days are those of the numbers and of the PDF.
  const dates = { ...useDates(), zone: 'UTC', now: 0 };
  const isReceipt = document.kind === 'receipt';
  const Heading = isReceipt ? 'h1' : 'h2';
  return (
    <article className={styles.paper}>
      <header className={styles.top}>
        <span className={styles.brand}>Frontrow</span>
        <Heading>{t(`page.kinds.${document.kind}`)}</Heading>
      </header>
      <dl className={styles.facts}>
        <dt>{t('page.issued')}</dt>
        <dd>{formatShortDate(document.issued_at, dates)}</dd>
        <dt>{t('page.paid')}</dt>
        <dd>{formatShortDate(receipt.paid_at, dates)}</dd>
        <dt>{t('page.order')}</dt>
        <dd>{receipt.order_uuid}</dd>
        {receipt.pass && receipt.pass.dates > 1 && (
          <>
            <dt>{t('page.pass')}</dt>
            <dd>
              {t('page.passPayment', {
                total: formatMoney(receipt.pass.total, receipt.currency, language),
                count: receipt.pass.dates,
              })}
            </dd>
          </>
        )}
        {!isReceipt && (
          <>
            <dt>{t('page.corrects')}</dt>
            <dd>{numbersOf(receipt.receipt)}</dd>
            <dt>{t(document.refund_uuid === null ? 'page.dispute' : 'page.refund')}</dt>
            <dd>{document.refund_uuid ?? document.dispute_uuid}</dd>
          </>
        )}
        <dt>{t('page.to')}</dt>
        <dd>
          <Party party={receipt.buyer} />
        </dd>
      </dl>
      {document.parts.map((part) => (
        <PartLines key={part.number} receipt={receipt} part={part} kind={document.kind} />
      ))}
      <Total receipt={receipt} document={document} />
    </article>
  );
}

function PartLines({
  receipt,
  part,
  kind,
}: {
  receipt: WireReceipt;
  part: WireDocument['parts'][number];
  kind: WireDocument['kind'];
}) {
  const { t, language } = useTranslation('billing');
  const money = (amount: number): string => formatMoney(amount, receipt.currency, language);
  const isHost = part.issuer === 'host';
  const isReceipt = kind === 'receipt';
  const { tax_country: country, tax_rate: rate } = receipt;
  return (
    <section className={styles.part}>
      <header className={styles.partHead}>
        <h3>{t(isHost ? 'page.ticket' : 'page.serviceFee')}</h3>
        <span>{part.number}</span>
      </header>
      <dl className={styles.facts}>
        <dt>{t('page.soldBy')}</dt>
        <dd>{isHost ? <Party party={receipt.seller} /> : 'Frontrow'}</dd>
        {isHost && (
          <>
            <dt>{t('page.event')}</dt>
            <dd {...userText}>{shownTitle(receipt)}</dd>
            {receipt.event_day && (
              <>
                <dt>{t('page.eventDay')}</dt>
                <dd>{formatShortDate(Date.parse(receipt.event_day), { zone: 'UTC', now: 0 })}</dd>
              </>
            )}
          </>
        )}
      </dl>
      <dl className={styles.lines}>
        {isHost && isReceipt && receipt.discount > 0 && (
          <>
            <dt>{t('price')}</dt>
            <dd>{money(receipt.price)}</dd>
            <dt>{t(receipt.pass ? 'passDiscount' : 'discount')}</dt>
            <dd>−{money(receipt.discount)}</dd>
          </>
        )}
        <dt>{isReceipt ? t(isHost ? 'page.ticket' : 'fee') : t(`page.changes.${kind}`)}</dt>
        <dd>{money(part.amount)}</dd>
        {part.tax > 0 && (
          <>
            <dt className={styles.soft}>
              {country !== null && rate > 0
                ? t('page.taxRate', { rate: formatCount(rate, language), country: countryName(country, language) })
                : t('page.tax')}
            </dt>
            <dd className={styles.soft}>{money(part.tax)}</dd>
          </>
        )}
      </dl>
    </section>
  );
}

function Total({ receipt, document }: { receipt: WireReceipt; document: WireDocument }) {
  const { t, language } = useTranslation('billing');
  return (
    <dl className={`${styles.lines} ${styles.sum}`}>
      <dt>{t(`page.totals.${document.kind}`)}</dt>
      <dd>{formatMoney(document.total, receipt.currency, language)}</dd>
    </dl>
  );
}

function Party({ party: { name, address, country, tax_id: taxId } }: { party: WireBillingDetails }) {
  const { t, language } = useTranslation('billing');
  const lines = [
    name,
    ...address.split('\n'),
    country === null ? '' : countryName(country, language),
    taxId === '' ? '' : t('page.taxId', { id: taxId }),
  ].filter((line) => line !== '');
  return lines.length === 0 ? t('page.notGiven') : <span className={styles.party}>{lines.join('\n')}</span>;
}
