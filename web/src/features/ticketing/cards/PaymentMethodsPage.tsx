import { useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { GuestsSignUp } from '#web/shared/menu/AccountSections.tsx';
import { AccountShell } from '#web/shared/menu/AccountShell.tsx';
import { usePageTitle } from '#web/shared/page-title.ts';
import { useSession } from '#web/shared/session/session.ts';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { useSavedCards } from '../checkout/payment-queries.ts';
import { AddCardDialog } from './AddCardDialog.tsx';
import { CardList } from './CardList.tsx';
import styles from './Cards.module.css';

/** `/my_viewer_payment_methods`: the saved cards. They can be added and removed, and one is the default. */
export default function PaymentMethodsPage() {
  const { t } = useTranslation('cards');
  usePageTitle(t('title'));
  const isGuest = useSession((session) => session.user?.user_is_guest === true);
  if (isGuest) return <GuestsSignUp title={t('guestTitle')} text={t('guestText')} />;
  return (
    <AccountShell>
      <h1>{t('title')}</h1>
      <SavedCards />
    </AccountShell>
  );
}

function SavedCards() {
  const { t } = useTranslation('cards');
  const cards = useSavedCards(true);
  const [adding, setAdding] = useState(false);
  const add = <Button onClick={() => setAdding(true)}>{t('add.open')}</Button>;
  const dialog = adding && <AddCardDialog onClose={() => setAdding(false)} />;
  const failed = cards.isError && <ErrorNote error={cards.error} onRetry={() => void cards.refetch()} />;
  if (!cards.data) return failed || <Skeleton className={styles.cards ?? ''} height={72} radius={16} />;
  if (cards.data.length === 0)
    return (
      <>
        {failed}
        <EmptyState title={t('emptyTitle')} text={t('emptyText')}>
          {add}
        </EmptyState>
        {dialog}
      </>
    );
  return (
    <>
      {failed}
      <p className={styles.intro}>{t('intro')}</p>
      <CardList cards={cards.data} />
      <div className={styles.more}>{add}</div>
      {dialog}
    </>
  );
}
