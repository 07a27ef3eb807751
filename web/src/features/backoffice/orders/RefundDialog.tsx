import '#web/shared/styles/components.ts';
import '@mantine/core/styles/NumberInput.layer.css';
import type { WireAdminOrder } from '@frontrow/contract/backoffice/api.ts';
import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { call } from '#web/shared/api/call.ts';
import { formatMoney } from '#web/shared/format/money.ts';
import { amountField, isBeyond, isUnread, numberIn, sumOf } from '#web/shared/ui/amount-field.ts';
import { newId } from '#web/shared/new-id.ts';
import { orderNumber, priceText } from '../ui/admin-text.ts';
import { ReasonDialog } from '../ui/ReasonDialog.tsx';

interface RefundDialogProps {
  order: WireAdminOrder;
  onClose: () => void;
  onSettled: () => void;
}

/** Gives an order back: all of it with its ticket, or a part. */
export function RefundDialog({ order, onClose, onSettled }: RefundDialogProps) {
  const { t, language } = useTranslation('admin');
  const [amount, setAmount] = useState<number | string>('');
  const [fee, setFee] = useState<number | string>('');
  // One for the whole dialog: a second press after a lost answer asks for the same refund, not for another one.
  const [key] = useState(newId);
  const { currency } = order;
  const money = (value: number) => formatMoney(value, currency, language);
  const left = sumOf(currency, order.order_price_left, order.order_fee_left);
  const part = numberIn(amount);
  const partOfFee = numberIn(fee);
  const isPartial = part !== undefined && order.order_fee_left > 0;
  const isFree = order.order_total === 0;
  const problem = (value: number | string, max: number): string | false =>
    isUnread(value) ? t('refundUnread') : isBeyond(value, max) && t('refundBeyond', { left: money(max) });
  const wrongAmount = problem(amount, left);
  const wrongFee = isPartial && problem(fee, order.order_fee_left);
  return (
    <ReasonDialog
      title={t(isFree ? 'voidTitle' : 'refundTitle', { who: `@${order.buyer_username}` })}
      text={
        isFree
          ? t('voidText')
          : // Parts that are all that is left end the ticket, too.
            part !== undefined && part < left
            ? t('refundPartText', { total: money(part) })
            : t('refundText', { total: priceText(t, left, currency, language) })
      }
      confirm={orderNumber(order.order_uuid)}
      action={t(isFree ? 'voidTicket' : 'refund')}
      done={t(isFree ? 'voidDone' : 'refundDone')}
      act={(reason) =>
        call('POST /admin/orders/refund', {
          body: {
            order_uuid: order.order_uuid,
            reason,
            ...(part !== undefined && { amount: part, ...(partOfFee !== undefined && { fee: partOfFee }) }),
          },
          ...(part !== undefined && { headers: { 'idempotency-key': `${key}:${part}:${partOfFee ?? ''}` } }),
        })
      }
      blocked={wrongAmount !== false || wrongFee !== false}
      onClose={onClose}
      onSettled={onSettled}
    >
      {!isFree && (
        <NumberInput
          {...amountField(t('refundAmount'), currency, language)}
          description={t('refundAmountHint', { left: money(left) })}
          value={amount}
          error={wrongAmount}
          onChange={setAmount}
          clampBehavior="none"
        />
      )}
      {isPartial && (
        <NumberInput
          {...amountField(t('refundFee'), currency, language)}
          description={t('refundFeeHint', { left: money(order.order_fee_left) })}
          value={fee}
          error={wrongFee}
          onChange={setFee}
          clampBehavior="none"
        />
      )}
    </ReasonDialog>
  );
}
