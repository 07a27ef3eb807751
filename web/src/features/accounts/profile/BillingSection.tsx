import { BillingForm } from '#web/shared/billing/BillingForm.tsx';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { AccountSection } from '#web/shared/menu/AccountSections.tsx';

/** Billing details on the account page, which hosts have in their menu, too. */
export function BillingSection() {
  const { t } = useTranslation('billing');
  return (
    <AccountSection title={t('details.title')} text={t('details.text')}>
      <BillingForm />
    </AccountSection>
  );
}
