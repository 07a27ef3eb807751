import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, callFile } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { downloadBlob } from '#web/shared/download.ts';
import { formatMoney } from '#web/shared/format/money.ts';
import { formatShortDate } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { ShowMore } from '#web/shared/ui/ShowMore.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { userText } from '#web/shared/catalog/user-text.ts';
import { shownTitle } from '#web/shared/catalog/shown-title.ts';
import { byCursor } from '#web/shared/api/by-cursor.ts';
import styles from './Issued.module.css';

const kinds = ['receipt', 'credit_note', 'debit_note'] as const;

/** Receipts and notes that were issued in the host's name; nothing before the first one. */
export function IssuedReceipts() {
  const { t, language } = useTranslation('balance');
  const dates = useDates();
  const [kind, setKind] = useState<(typeof kinds)[number]>('receipt');
  const list = useInfiniteQuery({
    queryKey: ['billing', 'issued', kind],
    queryFn: ({ pageParam, signal }) => call('GET /billing/issued', { query: { kind, cursor: pageParam }, signal }),
    ...byCursor,
  });
  const pdf = useMutation({
    mutationFn: (order: string) => callFile('GET /billing/issued/:order/receipt.pdf', { params: { order } }),
    onError: (error) => toastError(messageOf(error)),
  });
  const documents = list.data?.pages.flatMap((page) => page.documents) ?? [];
  const failed = list.isError && <ErrorNote error={list.error} onRetry={() => void list.refetch()} />;
  // Nobody knows yet whether there is one.
  if (kind === 'receipt' && !list.data) return failed || null;
  if (kind === 'receipt' && documents.length === 0) return null;
  return (
    <section aria-label={t('issued.title')} className={styles.issued}>
      <header className={styles.head}>
        <h2>{t('issued.title')}</h2>
        <div className={styles.kinds}>
          {kinds.map((one) => (
            <Button
              key={one}
              size="sm"
              variant={one === kind ? 'ink' : 'default'}
              aria-pressed={one === kind}
              onClick={() => setKind(one)}
            >
              {t(`issued.kinds.${one}`)}
            </Button>
          ))}
        </div>
      </header>
      {failed}
      {list.isSuccess && documents.length === 0 && <p className={styles.soft}>{t('issued.none')}</p>}
      <ul className={styles.rows}>
        {documents.map((one) => (
          <li key={one.number} className={styles.row}>
            <div>
              <p className={styles.name}>{one.number}</p>
              <p className={styles.soft}>
                {formatShortDate(one.issued_at, dates)} · <span {...userText}>{shownTitle(one)}</span>
              </p>
            </div>
            <p className={styles.amount}>{formatMoney(one.amount, one.currency, language)}</p>
            <Button
              size="sm"
              variant="default"
              aria-label={t('issued.pdfOf', { number: one.number })}
              loading={pdf.isPending && pdf.variables === one.order_uuid}
              onClick={() =>
                pdf.mutate(one.order_uuid, { onSuccess: (file) => downloadBlob(`frontrow-${one.number}.pdf`, file) })
              }
            >
              {t('issued.pdf')}
            </Button>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <ShowMore loading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()}>
          {t('issued.more')}
        </ShowMore>
      )}
    </section>
  );
}
