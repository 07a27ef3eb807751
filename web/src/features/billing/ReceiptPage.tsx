import { IconDownload, IconPrinter } from '@tabler/icons-react';
import type { WireReceipt } from '@frontrow/contract/billing/api.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { callFile } from '#web/shared/api/call.ts';
import { ApiRefusal, messageOf } from '#web/shared/api/refusal.ts';
import { downloadBlob } from '#web/shared/download.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { askToLogin } from '#web/shared/login-modal.ts';
import { usePageTitle } from '#web/shared/page-title.ts';
import { useSession } from '#web/shared/session/session.ts';
import { toastError } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { useLinkToken } from '#web/shared/use-link-token.ts';
import { MakeReceipt } from './MakeReceipt.tsx';
import { keyHeaders, receiptQuery } from './receipt-queries.ts';
import { ReceiptPaper } from './ReceiptPaper.tsx';
import styles from './Receipt.module.css';

/** `/receipt/{order}`: a receipt with its notes, on paper; made here when there is none yet. */
export default function ReceiptPage() {
  const { t } = useTranslation('billing');
  const { order = '' } = useParams();
  const key = useLinkToken();
  usePageTitle(t('page.title'));
  const isMember = useSession((session) => session.user !== null);
  const found = useQuery(receiptQuery(order, key));
  const isUnknown = found.error instanceof ApiRefusal && found.error.status === 404;
  return (
    <div className={`fr-column ${styles.page}`}>
      {found.isPending && <Skeleton height={480} radius={16} />}
      {isUnknown && !isMember && (
        <EmptyState level={1} title={t('page.loginTitle')} text={t('page.loginText')}>
          <Button onClick={() => askToLogin()}>{t('page.login')}</Button>
        </EmptyState>
      )}
      {found.isError && !(isUnknown && !isMember) && (
        <ErrorNote error={found.error} onRetry={() => void found.refetch()} />
      )}
      {found.data &&
        (found.data.receipt ? (
          <>
            <Tools receipt={found.data.receipt} receiptKey={key} showsOrders={isMember} />
            <ReceiptPaper receipt={found.data.receipt} document={found.data.receipt.receipt} />
            {found.data.receipt.notes.map((note) => (
              <ReceiptPaper key={note.parts[0]?.number} receipt={found.data.receipt!} document={note} />
            ))}
          </>
        ) : (
          <MakeReceipt order={order} receiptKey={key} found={found.data} />
        ))}
    </div>
  );
}

function Tools({
  receipt,
  receiptKey,
  showsOrders,
}: {
  receipt: WireReceipt;
  receiptKey: string | undefined;
  showsOrders: boolean;
}) {
  const { t } = useTranslation('billing');
  const order = receipt.order_uuid;
  const pdf = useMutation({
    mutationFn: () =>
      callFile('GET /billing/orders/:order/receipt.pdf', { params: { order }, headers: keyHeaders(receiptKey) }),
    onSuccess: (file) => downloadBlob(`frontrow-${receipt.receipt.parts[0]?.number ?? order}.pdf`, file),
    onError: (error) => toastError(messageOf(error)),
  });
  return (
    <div className={styles.tools}>
      {showsOrders && (
        <Button component={Link} to="/billing_viewer" variant="subtle">
          {t('page.back')}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconPrinter size={18} stroke={1.8} aria-hidden="true" />}
        onClick={() => window.print()}
      >
        {t('page.print')}
      </Button>
      <Button
        leftSection={<IconDownload size={18} stroke={1.8} aria-hidden="true" />}
        loading={pdf.isPending}
        onClick={() => pdf.mutate()}
      >
        {t('page.pdf')}
      </Button>
    </div>
  );
}
