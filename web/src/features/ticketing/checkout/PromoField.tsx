import '#web/shared/styles/components.ts';
import { TextInput } from '@mantine/core';
import { IconTicket, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { WireOrder } from '@frontrow/contract/ticketing/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { type CurrencyShape, formatMoney } from '#web/shared/format/money.ts';
import { isComposing } from '#web/shared/ui/is-composing.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import styles from './PromoField.module.css';
import type { PurchaseFlow } from './purchase/create-purchase.ts';
import type { PurchaseState } from './purchase/purchase-state.ts';

export interface PromoFieldProps {
  flow: PurchaseFlow;
  promo: PurchaseState['promo'];
  order: WireOrder | null;
  currency: CurrencyShape;
}

/** A promo code, typed and applied; the server's answer shows in the price lines. */
export function PromoField({ flow, promo, order, currency }: PromoFieldProps) {
  const { t, language } = useTranslation('purchase');
  const [typed, setTyped] = useState('');
  const apply = () => void flow.applyPromo(typed);
  const taken = promo.code !== '' && !promo.asking;
  if (taken) {
    const off = order && order.discount > 0 ? formatMoney(order.discount, currency, language) : null;
    return (
      <p className={styles.applied} role="status">
        <IconTicket size={18} stroke={1.8} aria-hidden="true" />
        <span>{off ? t('promo.applied', { code: promo.code, off }) : t('promo.waiting', { code: promo.code })}</span>
        <button type="button" className={styles.remove} onClick={() => void flow.applyPromo('')}>
          <IconX size={16} stroke={1.8} aria-hidden="true" />
          {t('promo.remove')}
        </button>
      </p>
    );
  }
  return (
    <div className={styles.row}>
      <TextInput
        className={styles.field}
        label={t('promo.label')}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={40}
        value={typed}
        error={promo.error}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Enter in this field applies the code instead of submitting the payment.
          event.preventDefault();
          if (!isComposing(event.nativeEvent)) apply();
        }}
      />
      <Button variant="default" className={styles.apply} loading={promo.asking} onClick={apply}>
        {t('promo.apply')}
      </Button>
    </div>
  );
}
