import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import type { Stripe } from '@stripe/stripe-js';
import { useEffect, useImperativeHandle, useState, type Ref } from 'react';
import { useColorScheme } from '#web/shared/styles/color-scheme.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { CardFieldError, type CardSource } from './card-source.ts';
import styles from './CardField.module.css';

interface StripeCardFieldProps {
  ref: Ref<CardSource>;
  publishableKey: string;
  error: string | null;
  onTouched: () => void;
}

/** CSS variables do not reach into the provider's frame, so their values are read from the page. */
function frameStyle(): { base: Record<string, unknown>; invalid: Record<string, unknown> } {
  const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  return {
    base: {
      fontSize: '16px',
      color: token('--fr-text'),
      iconColor: token('--fr-text-2'),
      fontFamily: 'Inter, system-ui, sans-serif',
      '::placeholder': { color: token('--fr-text-3') },
    },
    invalid: { color: token('--fr-bad'), iconColor: token('--fr-bad') },
  };
}

function Field({ ref, error, onTouched }: Omit<StripeCardFieldProps, 'publishableKey'>) {
  const { t } = useTranslation('purchase');
  const stripe = useStripe();
  const elements = useElements();
  const { dark } = useColorScheme();
  const [complete, setComplete] = useState(false);
  useImperativeHandle(ref, () => ({
    problem: () => (complete ? null : t('cardErrors.missing')),
    async token() {
      const card = elements?.getElement(CardElement);
      if (!stripe || !card) throw new CardFieldError(t('cardErrors.notLoaded'));
      const { token, error: problem } = await stripe.createToken(card);
      if (!token) throw new CardFieldError(problem?.message ?? t('cardErrors.notLoaded'));
      return token.id;
    },
  }));
  return (
    <div className={`${styles.box} ${error ? styles.wrong : ''}`}>
      <div className={styles.element}>
        <CardElement
          key={String(dark)}
          options={{ style: frameStyle(), hidePostalCode: true, disableLink: true }}
          onChange={(change) => {
            setComplete(change.complete);
            onTouched();
          }}
        />
      </div>
    </div>
  );
}

/**
 * Stripe's card field in Stripe's frame: no card number reaches us (rule T9). It and what it says of a card are in the
 * language of the page, not of the browser.
 */
export default function StripeCardField({ ref, publishableKey, error, onTouched }: StripeCardFieldProps) {
  const { t, language } = useTranslation('purchase');
  const [known, setKnown] = useState<{ stripe: Stripe | 'failed'; language: string } | null>(null);
  useEffect(() => {
    let here = true;
    loadStripe(publishableKey, { locale: language }).then(
      (loaded) => here && setKnown({ stripe: loaded ?? 'failed', language }),
      () => here && setKnown({ stripe: 'failed', language }),
    );
    return () => {
      here = false;
    };
  }, [publishableKey, language]);
  // A field keeps the Stripe it was made with: in another language there is none until Stripe speaks it.
  const stripe = known?.language === language ? known.stripe : null;
  const said = stripe === 'failed' ? t('cardErrors.notLoaded') : error;
  return (
    <fieldset className={styles.field}>
      <legend className={styles.label}>{t('cardDetails')}</legend>
      {stripe === null || stripe === 'failed' ? (
        <div className={styles.box} aria-busy={stripe === null} />
      ) : (
        <Elements key={language} stripe={stripe}>
          <Field ref={ref} error={error} onTouched={onTouched} />
        </Elements>
      )}
      {said && <p className={styles.error}>{said}</p>}
    </fieldset>
  );
}
