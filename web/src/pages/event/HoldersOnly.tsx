import GetTicket from '#web/features/ticketing/token-gate/GetTicket.tsx';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { type PurchaseCardProps, Seats } from './PurchaseCard.tsx';
import styles from './PurchaseCard.module.css';

/** What a token-gated event asks for, and the way to its ticket. */
export default function HoldersOnly({ page, model, onRally }: Pick<PurchaseCardProps, 'page' | 'model' | 'onRally'>) {
  const { t } = useTranslation('rally');
  const tokens = (page.event.event_holders_of ?? []).join(', ');
  return (
    <>
      <p className={styles.why}>
        {t('event:card.gated')} {t('anyOf', { tokens })}
      </p>
      <Seats page={page} model={model} />
      <div className={styles.button}>
        <GetTicket soldOut={model.seats.soldOut} onPress={onRally} />
      </div>
    </>
  );
}
