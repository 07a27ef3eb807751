import '#web/shared/styles/components.ts';
import { Checkbox } from '@mantine/core';
import { IconAlertCircle, IconBrandPaypal, IconCreditCard, IconLock } from '@tabler/icons-react';
import { type ReactNode, type Ref, Suspense } from 'react';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import { rich } from '#web/shared/i18n/rich.tsx';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { lazy } from '#web/shared/lazy.tsx';
import { type CurrencyShape, formatMoney } from '#web/shared/format/money.ts';
import { HoldStrip } from '#web/shared/ui/HoldStrip.tsx';
import { holdLengthOf, type SoldPrice } from './purchase-rules.ts';
import { OptionRow } from '#web/shared/ui/OptionRow.tsx';
import { brandName } from './brand-name.ts';
import type { CardSource } from './card-source.ts';
import { DialogFoot } from '#web/shared/ui/Dialog.tsx';
import { holdMs } from '@frontrow/core/ticketing/limits.ts';
import { PriceLines } from './PriceLines.tsx';
import { PromoField } from './PromoField.tsx';
import type { PurchaseFlow } from './purchase/create-purchase.ts';
import { hasItAlready } from './purchase/payment-refusal.ts';
import { type Method, nothingDue, type PurchaseState } from './purchase/purchase-state.ts';
import styles from './PurchaseForm.module.css';
import { EmailInput } from '#web/shared/ui/EmailInput.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { Form } from '#web/shared/ui/Form.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { typedEmail } from '#web/shared/typed-email.ts';
import { ResendLink } from './ResendLink.tsx';
import { SandboxCardField } from './SandboxCardField.tsx';

const StripeCardField = lazy(() => import('./StripeCardField.tsx'));

/** What a checkout says of what it sells. */
export interface Sold {
  price: SoldPrice;
  currency: CurrencyShape;
  /** Codes may take something off. */
  hasPromo: boolean;
  /** Until when it can be cancelled. */
  terms: ReactNode;
  /** Emails a guest the join link of the ticket that this address has already. */
  resendLink?: (email: string) => Promise<unknown>;
  /** What someone does who cannot buy it: the label of a button that closes the checkout. */
  instead?: string;
  /** What is said where it is no seat. */
  words?: Readonly<Record<'title' | 'holding' | 'emailHelp' | 'small', string>>;
}

export interface PurchaseFormProps {
  sold: Sold;
  flow: PurchaseFlow;
  state: PurchaseState;
  guest: boolean;
  config: AnswerOf<'GET /client_config'>;
  savedCard: { brand: string; last4: string } | null;
  cardRef: Ref<CardSource>;
  /** Logs in instead of going on as a guest. */
  onLogin: () => void;
  onClose: () => void;
}

const legal = (to: string) => (part: string) => (
  <a href={to} target="_blank" rel="noopener" className={styles.link}>
    {part}
  </a>
);

/** A note about a typed card is shown at the card field, any other above the fields. */
function useNote({ note, cardWrong, method }: PurchaseState): { above: string | null; besideCard: string | null } {
  const { t } = useTranslation('purchase');
  const words = note && ('key' in note ? t(`notes.${note.key}`) : note.message);
  return cardWrong && method === 'card' ? { above: null, besideCard: words } : { above: words, besideCard: null };
}

const fieldIds = { email: 'buy-email', confirmEmail: 'buy-confirm', accept: 'buy-accept', card: 'buy-card' } as const;

/** All that is missing at once, each a way to its field. One thing alone is said at its field, which has the focus. */
function ToFix({ state }: { state: PurchaseState }) {
  const { t } = useTranslation('purchase');
  const { besideCard } = useNote(state);
  const { email, confirmEmail, accept } = state.guestErrors;
  const found = [
    email && ([fieldIds.email, t(`errors.${email}`)] as const),
    confirmEmail && ([fieldIds.confirmEmail, t(`errors.${confirmEmail}`)] as const),
    besideCard !== null && ([fieldIds.card, besideCard] as const),
    accept && ([fieldIds.accept, t(`errors.${accept}`)] as const),
  ].filter((one) => one !== undefined && one !== false);
  if (found.length < 2) return null;
  return (
    <div className={styles.toFix}>
      <p>{t('toFix', { count: found.length })}</p>
      <ul>
        {found.map(([id, words]) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => {
                event.preventDefault();
                const field = document.getElementById(id);
                (field?.querySelector('input') ?? field)?.focus();
              }}
            >
              {words}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Somebody with an account need not type what it knows. */
function HaveAccount({ free, onLogin }: { free: boolean; onLogin: () => void }) {
  const { t } = useTranslation('purchase');
  const login = (part: string) => (
    <button type="button" className={styles.again} onClick={onLogin}>
      {part}
    </button>
  );
  return <p className={styles.soft}>{rich(t(free ? 'haveAccountFree' : 'haveAccount'), { login })}</p>;
}

function GuestFields({ sold, flow, state }: PurchaseFormProps) {
  const { t } = useTranslation('purchase');
  const { guest, guestErrors } = state;
  const shown = (key: keyof typeof guestErrors) => (guestErrors[key] ? t(`errors.${guestErrors[key]}`) : undefined);
  return (
    <>
      <EmailInput
        id={fieldIds.email}
        label={t('email')}
        description={sold.words?.emailHelp ?? t('emailHelp')}
        value={guest.email}
        error={shown('email')}
        onChange={(event) => flow.setGuest({ email: event.currentTarget.value })}
        data-autofocus
      />
      <EmailInput
        id={fieldIds.confirmEmail}
        label={t('confirmEmail')}
        value={guest.confirmEmail}
        error={shown('confirmEmail')}
        onChange={(event) => flow.setGuest({ confirmEmail: event.currentTarget.value })}
      />
    </>
  );
}

function PayWith({ flow, state, config, savedCard, cardRef, guest }: PurchaseFormProps) {
  const { t } = useTranslation('purchase');
  const { besideCard } = useNote(state);
  const icon = { size: 20, stroke: 1.7 } as const;
  const row = (value: Method) => ({
    name: 'pay-with',
    value,
    checked: state.method === value,
    onChoose: () => flow.choose(value),
    focusFirst: !guest && state.method === value,
  });
  return (
    <>
      <fieldset className={styles.options}>
        <legend>{t('payWith')}</legend>
        {savedCard && (
          <div className={styles.whole}>
            <OptionRow {...row('saved')} icon={<IconCreditCard {...icon} />} line={t('savedLine')}>
              {t('savedCard', { brand: brandName(savedCard.brand), last4: savedCard.last4 })}
            </OptionRow>
          </div>
        )}
        <OptionRow {...row('card')} icon={<IconCreditCard {...icon} />}>
          {t(savedCard ? 'newCard' : 'card')}
        </OptionRow>
        {config.wallet && (
          <OptionRow {...row('wallet')} icon={<IconBrandPaypal {...icon} />}>
            {t('paypal')}
          </OptionRow>
        )}
      </fieldset>
      <div id={fieldIds.card} className={styles.cardPlace}>
        {state.method === 'card' &&
          (config.stripe_publishable_key && !config.sandbox_payments ? (
            <Suspense fallback={<div className={styles.cardRoom} />}>
              <StripeCardField
                ref={cardRef}
                publishableKey={config.stripe_publishable_key}
                error={besideCard}
                onTouched={flow.cardTouched}
              />
            </Suspense>
          ) : (
            <SandboxCardField ref={cardRef} error={besideCard} onTouched={flow.cardTouched} />
          ))}
      </div>
      {state.method === 'card' && !guest && (
        <Checkbox
          label={t('remember')}
          checked={state.remember}
          onChange={(event) => flow.remember(event.currentTarget.checked)}
        />
      )}
      {state.method === 'wallet' && <p className={styles.soft}>{t('walletLine')}</p>}
    </>
  );
}

function Accept({ flow, state }: PurchaseFormProps) {
  const { t } = useTranslation('purchase');
  const wrong = state.guestErrors.accept;
  return (
    <div className={styles.accept}>
      <Checkbox
        id={state.guest.privacy ? undefined : fieldIds.accept}
        checked={state.guest.privacy}
        onChange={(event) => flow.setGuest({ privacy: event.currentTarget.checked })}
        label={rich(t('privacy'), { privacy: legal('/terms/privacy') })}
        error={Boolean(wrong) && !state.guest.privacy}
        aria-invalid={(Boolean(wrong) && !state.guest.privacy) || undefined}
      />
      <Checkbox
        id={state.guest.privacy ? fieldIds.accept : undefined}
        checked={state.guest.terms}
        onChange={(event) => flow.setGuest({ terms: event.currentTarget.checked })}
        label={rich(t('terms'), { terms: legal('/terms/service') })}
        error={Boolean(wrong) && !state.guest.terms}
        aria-invalid={(Boolean(wrong) && !state.guest.terms) || undefined}
      />
      {wrong && <p className={styles.wrong}>{t(`errors.${wrong}`)}</p>}
    </div>
  );
}

/** The live region of the checkout: announces every note, also those that are shown at a field. */
function Said({ state, sold, flow, guest, onClose }: PurchaseFormProps) {
  const { t } = useTranslation('purchase');
  const refusedHold = state.hold.status === 'refused' ? state.hold : null;
  const final = refusedHold?.final ?? null;
  const { above: note, besideCard } = useNote(state);
  const atField = state.guestErrors.accept
    ? t(`errors.${state.guestErrors.accept}`)
    : (state.promo.error ?? besideCard);
  const shown = final === 'sold_out' ? t('soldOutNote') : (note ?? refusedHold?.message ?? null);
  const told = state.note && 'message' in state.note ? state.note : refusedHold;
  const resend = told?.hasTicket ? sold.resendLink : undefined;
  return (
    <div role="alert">
      {shown && (
        <p className={styles.note}>
          <IconAlertCircle size={18} stroke={1.8} aria-hidden="true" />
          <span>{shown}</span>
          {!note && refusedHold && final === null && !resend && (
            <button type="button" onClick={() => void flow.hold()} className={styles.again}>
              {t('holdAgain')}
            </button>
          )}
          {!guest && hasItAlready(final) && (
            <Link to="/live_events" className={styles.again}>
              {t('myTickets')}
            </Link>
          )}
          {final !== null && !hasItAlready(final) && sold.instead && (
            <button type="button" onClick={onClose} className={styles.again}>
              {sold.instead}
            </button>
          )}
        </p>
      )}
      {resend && <ResendLink email={typedEmail(state.guest.email)} resend={resend} />}
      {!shown && atField && <span className="fr-visually-hidden">{atField}</span>}
    </div>
  );
}

/** One column: hold, email, pay with, card, checkboxes, price lines, button, small print. */
export function PurchaseForm(props: PurchaseFormProps) {
  const { t, language } = useTranslation('purchase');
  const { sold, flow, state, guest } = props;
  const { price, currency } = sold;
  const free = price.free || nothingDue(state);
  const order = state.hold.status === 'held' ? state.hold.order : null;
  const hasPromo = !price.free && sold.hasPromo;
  const busy = state.phase === 'paying' || state.phase === 'confirming' || state.phase === 'away';
  const final = state.hold.status === 'refused' ? state.hold.final : null;
  const total = formatMoney(order?.total ?? price.total, currency, language);
  return (
    <Form className={styles.form} onSubmit={() => void flow.pay()}>
      {state.hold.status === 'held' && (
        <HoldStrip
          until={state.hold.until}
          holdMs={holdLengthOf(state.hold.order)}
          holding={sold.words?.holding}
          onHoldAgain={() => void flow.hold()}
        />
      )}
      {guest && !free && !sold.words && (state.hold.status === 'none' || state.hold.status === 'asking') && (
        <p className={styles.holds}>{t('holdOnceKnown', { time: holdMs / 60_000 })}</p>
      )}
      <ToFix state={state} />
      <Said {...props} />
      {guest && <HaveAccount free={free} onLogin={props.onLogin} />}
      {guest && <GuestFields {...props} />}
      {!free && <PayWith {...props} />}
      {guest && <Accept {...props} />}
      {hasPromo && <PromoField flow={flow} promo={state.promo} order={order} currency={currency} />}
      {sold.terms}
      <DialogFoot>
        {!price.free && <PriceLines currency={currency} price={price} order={order} />}
        <Button
          type="submit"
          size="lg"
          fullWidth
          loading={busy}
          disabled={final !== null}
          data-autofocus={(!guest && free) || undefined}
        >
          {final === 'sold_out'
            ? t('soldOut')
            : free
              ? t('getSeat')
              : state.method === 'wallet'
                ? t('payWallet', { total })
                : t('pay', { total })}
        </Button>
        <p className={styles.small} aria-live="polite">
          <IconLock size={14} stroke={1.8} aria-hidden="true" />
          {state.phase === 'away' ? t('leaving') : (sold.words?.small ?? t(free ? 'smallFree' : 'small'))}
        </p>
      </DialogFoot>
    </Form>
  );
}
