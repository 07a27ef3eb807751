import { useImperativeHandle, useState, type Ref } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { call } from '#web/shared/api/call.ts';
import { ApiRefusal, messageOf } from '#web/shared/api/refusal.ts';
import { serverNow } from '#web/shared/server-clock.ts';
import { cardProblem, cardTokenBody, emptyCard, testCards, typedCvc, typedExpiry, typedNumber } from './card-input.ts';
import { CardFieldError, type CardSource } from './card-source.ts';
import styles from './CardField.module.css';

interface CardFieldProps {
  ref: Ref<CardSource>;
  error: string | null;
  onTouched: () => void;
}

/** The sandbox provider's card field: number, MM / YY and CVC in one box, and the well-known test numbers. */
export function SandboxCardField({ ref, error, onTouched }: CardFieldProps) {
  const { t } = useTranslation('purchase');
  const [card, setCard] = useState(emptyCard);
  const change = (next: Partial<typeof card>) => {
    setCard((before) => ({ ...before, ...next }));
    onTouched();
  };

  const problem = (): string | null => {
    const found = cardProblem(card, serverNow());
    return found && t(`cardErrors.${found}`);
  };
  useImperativeHandle(ref, () => ({
    problem,
    async token() {
      const wrong = problem();
      if (wrong) throw new CardFieldError(wrong);
      try {
        return (await call('POST /sandbox/card_tokens', { body: cardTokenBody(card) })).id;
      } catch (refusal) {
        if (refusal instanceof ApiRefusal && refusal.status < 500 && refusal.status > 0)
          throw new CardFieldError(messageOf(refusal));
        throw refusal;
      }
    },
  }));

  const common = {
    inputMode: 'numeric',
    autoComplete: 'off',
    'aria-invalid': error !== null,
    ...(error ? { 'aria-describedby': 'card-error' } : {}),
  } as const;
  return (
    <fieldset className={styles.field}>
      <legend className={styles.label}>{t('cardDetails')}</legend>
      <div className={`${styles.box} ${error ? styles.wrong : ''}`}>
        <input
          className={styles.number}
          value={card.number}
          onChange={(event) => change({ number: typedNumber(event.currentTarget.value) })}
          placeholder="4242 4242 4242 4242"
          aria-label={t('cardNumber')}
          {...common}
        />
        <input
          className={styles.expiry}
          value={card.expiry}
          onChange={(event) => change({ expiry: typedExpiry(event.currentTarget.value, card.expiry) })}
          placeholder={t('expiryPlaceholder')}
          aria-label={t('cardExpiry')}
          {...common}
        />
        <input
          className={styles.cvc}
          value={card.cvc}
          onChange={(event) => change({ cvc: typedCvc(event.currentTarget.value) })}
          placeholder={t('cvcPlaceholder')}
          aria-label={t('cardCvc')}
          {...common}
        />
      </div>
      {error && (
        <p id="card-error" className={styles.error}>
          {error}
        </p>
      )}
      <TestNumbers onChoose={(number) => change({ number: typedNumber(number), expiry: '12 / 34', cvc: '123' })} />
    </fieldset>
  );
}

function TestNumbers({ onChoose }: { onChoose: (number: string) => void }) {
  const { t } = useTranslation('purchase');
  return (
    <p className={styles.hint}>
      {t('sandbox')}{' '}
      {testCards.map(({ key, number }, i) => (
        <span key={key}>
          {i > 0 && ', '}
          <button type="button" onClick={() => onChoose(number)}>
            {t(`test.${key}`)}
          </button>
        </span>
      ))}
      .
    </p>
  );
}
