import '#web/shared/styles/components.ts';
import type { WireOrderDetail } from '@frontrow/contract/backoffice/order-api.ts';
import { Menu } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { orderNumber, providerText, priceText } from '../ui/admin-text.ts';
import { MarkAsPaidDialog, RetryRefund } from './FailedRefund.tsx';
import { RefundDialog } from './RefundDialog.tsx';
import { orderTone, StateBadge } from '../ui/StateBadge.tsx';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { userText } from '#web/shared/catalog/user-text.ts';
import { shownTitle } from '#web/shared/catalog/shown-title.ts';
import { isMeeting } from '#web/shared/catalog/titled-path.ts';
import { formatMoney } from '#web/shared/format/money.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import styles from '../ui/Detail.module.css';
import { NoDetail } from '../ui/DetailHead.tsx';
import { OrderTimeline } from './OrderTimeline.tsx';

/** `/admin/orders/{id}`: what happened to an order, and what can be done about it. */
export function OrderPage({ id }: { id: string }) {
  const { t } = useTranslation('backoffice');
  const detail = useQuery({
    queryKey: ['admin', 'orders', 'one', id],
    queryFn: ({ signal }) => call('GET /admin/orders/:order', { params: { order: id }, signal }),
  });
  if (detail.isLoadingError)
    return (
      <NoDetail
        list={{ to: '/admin/orders', text: t('sections.orders') }}
        error={detail.error}
        onRetry={() => void detail.refetch()}
      />
    );
  if (detail.isPending) return <Skeleton height={520} radius={16} />;
  return (
    <>
      {detail.isError && <ErrorNote error={detail.error} onRetry={() => void detail.refetch()} />}
      <Order detail={detail.data} />
    </>
  );
}

function Order({ detail }: { detail: WireOrderDetail }) {
  const { t, language } = useTranslation('backoffice');
  const { t: admin } = useTranslation('admin');
  const client = useQueryClient();
  const [refunding, setRefunding] = useState(false);
  const [paying, setPaying] = useState<WireOrderDetail['refunds'][number]>();
  const { order } = detail;
  const failed = detail.refunds.filter((refund) => refund.refund_given_up);
  const reload = () => void client.invalidateQueries({ queryKey: ['admin'] });
  const name = detail.buyer_name || `@${order.buyer_username}`;
  return (
    <>
      <nav className={styles.crumbs} aria-label={t('breadcrumb')}>
        <Link to="/admin/orders" className="fr-link">
          {t('sections.orders')}
        </Link>
        <IconChevronRight size={16} stroke={1.8} aria-hidden="true" />
        <span>{orderNumber(order.order_uuid)}</span>
      </nav>
      <div className={styles.head}>
        <div>
          <h1>
            {t('order.title', { id: orderNumber(order.order_uuid) })}{' '}
            <StateBadge tone={orderTone(order.order_status)}>{admin(`orderState.${order.order_status}`)}</StateBadge>{' '}
            {failed.length > 0 && <StateBadge tone="bad">{admin('givenUp')}</StateBadge>}
          </h1>
          <p {...userText}>{t('order.by', { event: shownTitle(order), name })}</p>
        </div>
        <Actions detail={detail} onRefund={() => setRefunding(true)} />
      </div>
      {failed.map((refund) => (
        <div key={refund.refund_uuid} className={styles.alert} role="status">
          <IconAlertTriangle size={20} stroke={1.8} aria-hidden="true" />
          <p>{t('order.failed', { amount: formatMoney(refund.refund_amount, refund.currency, language) })}</p>
          <div className={styles.alertActions}>
            <RetryRefund refundUuid={refund.refund_uuid} onSettled={reload} />
            <Button variant="default" size="sm" onClick={() => setPaying(refund)}>
              {admin('markAsPaid')}
            </Button>
          </div>
        </div>
      ))}
      {order.order_status === 'disputed' && (
        <div className={styles.alert} role="status">
          <IconAlertTriangle size={20} stroke={1.8} aria-hidden="true" />
          <p>{t('order.disputed')}</p>
          <div className={styles.alertActions}>
            <Button variant="default" size="sm" component={Link} to="/admin/disputes?state=open">
              {t('order.openDisputes')}
            </Button>
          </div>
        </div>
      )}
      <div className={styles.grid}>
        <section>
          <h2>{t('order.timeline')}</h2>
          <OrderTimeline steps={detail.timeline} currency={order.currency} />
        </section>
        <div className={styles.cards}>
          <Payment detail={detail} />
          <section className={styles.card}>
            <h2>{t('order.buyer')}</h2>
            <p className={styles.strong}>
              <Link to={`/admin/users/${detail.buyer_ide}`} className="fr-link" {...userText}>
                {name}
              </Link>
            </p>
            <p>{order.buyer_email ?? admin('erased')}</p>
            <p>
              {t(detail.buyer_is_guest ? 'order.guest' : 'order.account')} ·{' '}
              {t('order.orders', { count: detail.buyer_orders })}
            </p>
          </section>
        </div>
      </div>
      {refunding && <RefundDialog order={order} onClose={() => setRefunding(false)} onSettled={reload} />}
      {paying && <MarkAsPaidDialog refund={paying} onClose={() => setPaying(undefined)} onSettled={reload} />}
    </>
  );
}

/** Everything that opens something first; what cannot be undone last. */
function Actions({ detail, onRefund }: { detail: WireOrderDetail; onRefund: () => void }) {
  const { t } = useTranslation('backoffice');
  const navigate = useNavigate();
  const client = useQueryClient();
  const { order } = detail;
  const resend = useMutation({
    mutationFn: (document: 'ticket' | 'receipt') =>
      call('POST /admin/orders/resend', { body: { order_uuid: order.order_uuid, document } }),
    onSuccess: (_answer, document) => {
      toastGood(t(document === 'ticket' ? 'order.ticketResent' : 'order.receiptResent'));
      void client.invalidateQueries({ queryKey: ['admin'] });
    },
    onError: (error) => toastError(messageOf(error)),
  });
  const left = order.order_price_left + order.order_fee_left;
  const isFree = order.order_total === 0 && order.order_status === 'paid';
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={18} stroke={1.8} aria-hidden="true" />}>
          {t('order.actions')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void navigate(`/admin/users/${detail.buyer_ide}`)}>{t('order.openBuyer')}</Menu.Item>
        {!isMeeting(order) && (
          <Menu.Item onClick={() => void navigate(`/admin/events/${order.event_uuid}`)}>
            {t('order.openEvent')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item disabled={order.order_status !== 'paid' || resend.isPending} onClick={() => resend.mutate('ticket')}>
          {t('order.resendTicket')}
        </Menu.Item>
        {order.order_total > 0 && order.order_status !== 'pending' && (
          <Menu.Item disabled={resend.isPending} onClick={() => resend.mutate('receipt')}>
            {t('order.resendReceipt')}
          </Menu.Item>
        )}
        {(left > 0 || isFree) && (
          <>
            <Menu.Divider />
            <Menu.Item className={styles.destructive ?? ''} onClick={onRefund}>
              {t(isFree ? 'order.voidTicket' : 'order.refund')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function Payment({ detail }: { detail: WireOrderDetail }) {
  const { t, language } = useTranslation('backoffice');
  const { t: admin } = useTranslation('admin');
  const { order } = detail;
  const money = (amount: number) => formatMoney(amount, order.currency, language);
  const refunded = detail.refunds
    .filter((refund) => refund.refund_status === 'succeeded')
    .reduce((sum, refund) => sum + refund.refund_amount, 0);
  const lines: readonly (readonly [string, string] | false)[] = [
    detail.price > 0 && [t('order.price'), money(detail.price)],
    detail.discount > 0 && [t('order.discount'), `−${money(detail.discount)}`],
    detail.fee > 0 && [t('order.fee'), money(detail.fee)],
    [t('order.total'), priceText(admin, order.order_total, order.currency, language)],
    refunded > 0 && [t('order.refundedSum'), money(refunded)],
    order.payment_provider !== null &&
      order.order_total > 0 && [t('order.method'), providerText(admin, order.payment_provider)],
    detail.payment_reference !== null && [t('order.reference'), detail.payment_reference],
    detail.pass_uuid !== null && [t('order.pass'), detail.pass_uuid],
    order.ticket_code !== null && [t('order.ticket'), order.ticket_code],
  ];
  return (
    <section className={styles.card}>
      <h2>{t('order.payment')}</h2>
      <dl>
        {lines.map(
          (line) =>
            line && (
              <div key={line[0]}>
                <dt>{line[0]}</dt>
                <dd>{line[1]}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}
