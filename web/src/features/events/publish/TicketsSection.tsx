import '#web/shared/styles/components.ts';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { NativeSelect, Select, Switch, TextInput } from '@mantine/core';
import { IconCoins } from '@tabler/icons-react';
import { sellingTerms } from '@frontrow/core/catalog/selling-terms.ts';
import { defaultCurrency } from '@frontrow/core/kernel/money.ts';
import { interactiveSeatsMax, promoCodeCharsMax } from '@frontrow/core/events/limits.ts';
import { DateField } from '#web/shared/ui/DateField.tsx';
import { rich } from '#web/shared/i18n/rich.tsx';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { currencyChoice } from '#web/shared/format/money-fields.ts';
import { moneyText } from '#web/shared/format/money.ts';
import { serverNow } from '#web/shared/server-clock.ts';
import { dayOf, hourOptions } from './draft-times.ts';
import { asksPromo, currencyOfDraft, takings, termsOfDraft, typedTickets } from './publish-draft.ts';
import styles from './PublishPage.module.css';
import { Section } from './Section.tsx';
import { SelfCancel } from './SelfCancel.tsx';
import { TokenRule } from './TokenRule.tsx';
import { useField } from './use-field.ts';
import type { Publish } from './use-publish.ts';

const strong = (part: string) => <strong>{part}</strong>;

function Takings({ publish }: { publish: Publish }) {
  const { t, language } = useTranslation('publish');
  const made = takings(publish.draft);
  if (!made) return null;
  const money = (amount: number) => moneyText(amount, currencyOfDraft(publish.draft), language);
  return (
    <p className={styles.takings}>
      <IconCoins size={20} stroke={1.7} aria-hidden="true" />
      <span>
        {made.total === 0
          ? t('earnFree')
          : rich(t('earn', { total: money(made.total), earn: money(made.earn) }), { pay: strong, earn: strong })}
      </span>
    </p>
  );
}

/** Optional limits of a promo code: number of tickets, first and last day. */
function PromoLimits({ publish }: { publish: Publish }) {
  const { t } = useTranslation('publish');
  const day = { defaultDate: dayOf(serverNow(), publish.zone), clearable: true } as const;
  return (
    <>
      <DateField {...day} {...useField(publish, 'promoFrom')} label={t('promoFrom')} />
      <DateField {...day} {...useField(publish, 'promoUntil')} label={t('promoUntil')} />
      <TextInput
        {...useField(publish, 'promoCap')}
        label={t('promoCap')}
        description={t('promoCapHelp')}
        inputMode="numeric"
      />
    </>
  );
}

/** A promo code and its percentage: both or neither. */
function Promo({ publish }: { publish: Publish }) {
  const { t } = useTranslation('publish');
  const code = useField(publish, 'promoCode');
  return (
    <div className={styles.pair}>
      <TextInput
        {...code}
        label={t('promoCode')}
        description={t('promoCodeHelp')}
        autoCapitalize="characters"
        autoComplete="off"
        maxLength={promoCodeCharsMax}
        onChange={(event) => code.onChange(event.currentTarget.value.toUpperCase())}
      />
      <TextInput
        {...useField(publish, 'promoPercent')}
        label={t('promoPercent')}
        description={t('promoPercentHelp')}
        inputMode="numeric"
        rightSection={<span aria-hidden="true">%</span>}
      />
      {code.value !== '' && <PromoLimits publish={publish} />}
    </div>
  );
}

/** When tickets go on sale, if later than the publication: people then come from a waiting page. */
function SalesOpen({ publish }: { publish: Publish }) {
  const { t, language } = useTranslation('publish');
  const date = useField(publish, 'salesOpenDate');
  const time = useField(publish, 'salesOpenTime');
  const today = dayOf(serverNow(), publish.zone);
  return (
    // With nothing next to it, the help of the day needs the width.
    <div className={date.value === null ? undefined : styles.pair}>
      <DateField
        {...date}
        label={t('salesOpenDate')}
        description={t('salesOpenHelp')}
        defaultDate={today}
        min={today}
        clearable
        onChange={(day) => date.onChange(day || null)}
      />
      {date.value !== null && (
        <Select
          {...time}
          label={t('salesOpenTime')}
          data={hourOptions(language)}
          searchable
          selectFirstOptionOnChange
          autoSelectOnBlur
        />
      )}
    </div>
  );
}

/** How many tickets, within the limit of the ticket type that fits. */
function Seats({ publish }: { publish: Publish }) {
  const { t } = useTranslation('publish');
  const tickets = useField(publish, 'tickets');
  const seatsMax = publish.type?.seatsMax ?? interactiveSeatsMax;
  return (
    <TextInput
      {...tickets}
      label={t('seats')}
      inputMode="numeric"
      description={t('seatsHelp', { max: seatsMax })}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => tickets.onChange(typedTickets(event.currentTarget.value, tickets.value, seatsMax))}
    />
  );
}

/** The price, with the limit of its currency. One beyond it is refused while it is typed. */
function Price({ publish }: { publish: Publish }) {
  const { t, language } = useTranslation('publish');
  const { draft, fixed, priceProblem } = publish;
  const { error, ...price } = useField(publish, 'price');
  const { currency, priceMax } = termsOfDraft(draft);
  const symbol = <span aria-hidden="true">{currency.symbol}</span>;
  return (
    <TextInput
      {...price}
      error={error ?? priceProblem}
      label={t('price')}
      inputMode="numeric"
      placeholder={t('pricePlaceholder')}
      {...(language === 'en' ? { leftSection: symbol } : { rightSection: symbol })}
      disabled={fixed.price}
      description={
        fixed.price ? t('priceFixed') : t('priceHelp', { max: moneyText(priceMax, currency.code, language) })
      }
      onFocus={(event) => event.currentTarget.select()}
    />
  );
}

/** What the price is in. It stays once somebody began to buy. */
function CurrencyField({ publish }: { publish: Publish }) {
  const { t, language } = useTranslation('publish');
  const { value: _, ...field } = useField(publish, 'currency');
  const code = currencyOfDraft(publish.draft);
  return (
    <NativeSelect
      {...field}
      value={code}
      label={t('currency')}
      disabled={publish.fixed.price}
      description={code === defaultCurrency ? undefined : t('currencyPayout', { currency: code })}
      data={sellingTerms.map(({ currency }) => currencyChoice(currency.code, language))}
      onChange={(event) => field.onChange(event.currentTarget.value)}
    />
  );
}

/** How many, for how much, for whom. */
export function TicketsSection({ publish }: { publish: Publish }) {
  const { t } = useTranslation('publish');
  const { draft, fixed } = publish;
  const { value: isOpen, ...open } = useField(publish, 'openTicketing');
  const { value: isPublic, ...listed } = useField(publish, 'public');
  return (
    <Section title={t('tickets')}>
      <div className={styles.fields}>
        <div className={styles.pair}>
          <Seats publish={publish} />
          {isOpen && <Price publish={publish} />}
        </div>
        {isOpen && <CurrencyField publish={publish} />}
        {isOpen && publish.priceProblem === undefined && <Takings publish={publish} />}
        {asksPromo(draft) && <Promo publish={publish} />}
        <Switch
          {...open}
          label={t('open')}
          description={t('openHelp')}
          checked={isOpen}
          disabled={fixed.offer}
          onChange={(event) => open.onChange(event.currentTarget.checked)}
        />
        {!isOpen && !fixed.offer && <TokenRule publish={publish} />}
        {isOpen && <SalesOpen publish={publish} />}
        <SelfCancel publish={publish} />
        <Switch
          {...listed}
          label={t('public')}
          description={t('publicHelp')}
          checked={isPublic}
          onChange={(event) => listed.onChange(event.currentTarget.checked)}
        />
      </div>
    </Section>
  );
}
