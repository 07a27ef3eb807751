import '#web/shared/styles/components.ts';
import '@mantine/core/styles/Switch.layer.css';
import '@mantine/dates/styles.layer.css';
import { Switch, TextInput } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { IconCoins } from '@tabler/icons-react';
import { interactiveSeatsMax, promoCodeCharsMax } from '@frontrow/core/events/limits.ts';
import { EUR } from '@frontrow/core/kernel/money.ts';
import { rich } from '#web/shared/i18n/rich.tsx';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { euro, formatMoney } from '#web/shared/format/money.ts';
import { serverNow } from '#web/shared/server-clock.ts';
import { asksPromo, dayOf, readDay, takings, typedTickets } from './publish-draft.ts';
import styles from './PublishPage.module.css';
import { Section } from './Section.tsx';
import { TokenRule } from './TokenRule.tsx';
import type { Publish } from './use-publish.ts';

const strong = (part: string) => <strong>{part}</strong>;

function Takings({ publish }: { publish: Publish }) {
  const { t, language } = useTranslation('publish');
  const made = takings(publish.draft, publish.type, EUR.digits);
  if (!made) return null;
  const money = (amount: number) => formatMoney(amount, euro, language);
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
  const { draft, change, problems } = publish;
  const day = {
    valueFormat: 'MM-DD-YYYY',
    dateParser: readDay,
    placeholder: t('datePlaceholder'),
    defaultDate: dayOf(serverNow(), publish.zone),
    firstDayOfWeek: 1,
    clearable: true,
  } as const;
  return (
    <>
      <DateInput
        {...day}
        id="event_promotional_code_from"
        label={t('promoFrom')}
        value={draft.promoFrom}
        error={problems['event_promotional_code_from']}
        onChange={(promoFrom) => change({ promoFrom }, 'event_promotional_code')}
      />
      <DateInput
        {...day}
        id="event_promotional_code_until"
        label={t('promoUntil')}
        value={draft.promoUntil}
        error={problems['event_promotional_code_until']}
        onChange={(promoUntil) => change({ promoUntil }, 'event_promotional_code')}
      />
      <TextInput
        id="event_promotional_code_cap"
        label={t('promoCap')}
        description={t('promoCapHelp')}
        inputMode="numeric"
        value={draft.promoCap}
        error={problems['event_promotional_code_cap']}
        onChange={(event) => change({ promoCap: event.currentTarget.value }, 'event_promotional_code')}
      />
    </>
  );
}

/** A promo code and its percentage: both or neither. */
function Promo({ publish }: { publish: Publish }) {
  const { t } = useTranslation('publish');
  const { draft, change, problems } = publish;
  return (
    <div className={styles.pair}>
      <TextInput
        id="event_promotional_code"
        label={t('promoCode')}
        description={t('promoCodeHelp')}
        autoCapitalize="characters"
        autoComplete="off"
        maxLength={promoCodeCharsMax}
        value={draft.promoCode}
        error={problems['event_promotional_code']}
        onChange={(event) => change({ promoCode: event.currentTarget.value.toUpperCase() }, 'event_promotional_code')}
      />
      <TextInput
        id="event_promotional_code_discount"
        label={t('promoPercent')}
        description={t('promoPercentHelp')}
        inputMode="numeric"
        rightSection={<span aria-hidden="true">%</span>}
        value={draft.promoPercent}
        error={problems['event_promotional_code_discount']}
        onChange={(event) => change({ promoPercent: event.currentTarget.value }, 'event_promotional_code')}
      />
      {draft.promoCode !== '' && <PromoLimits publish={publish} />}
    </div>
  );
}

/** Number of tickets, price and audience. The limits are those of the matching ticket type. */
export function TicketsSection({ publish }: { publish: Publish }) {
  const { t, language } = useTranslation('publish');
  const { draft, change, problems, type, priceMax, fixed } = publish;
  const suffix = draft.kind === 'broadcast' ? '_streaming' : '';
  const seatsField = `event_num_attendees${suffix}`;
  const priceField = `event_price_ticket${suffix}`;
  const seatsMax = type?.seatsMax ?? interactiveSeatsMax;
  return (
    <Section title={t('tickets')}>
      <div className={styles.fields}>
        <div className={styles.pair}>
          <TextInput
            id={seatsField}
            label={t('seats')}
            inputMode="numeric"
            value={draft.tickets}
            error={problems[seatsField]}
            description={t('seatsHelp', { max: seatsMax })}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) =>
              change({ tickets: typedTickets(event.currentTarget.value, draft.tickets, seatsMax) }, seatsField)
            }
          />
          {draft.openTicketing && (
            <TextInput
              id={priceField}
              label={t('price')}
              inputMode="numeric"
              placeholder={t('pricePlaceholder')}
              leftSection={<span aria-hidden="true">{euro.currency_symbol}</span>}
              value={draft.price}
              error={problems[priceField]}
              disabled={fixed.price}
              description={
                fixed.price
                  ? t('priceFixed')
                  : priceMax === undefined
                    ? t('priceFree')
                    : t('priceHelp', { max: formatMoney(priceMax, euro, language) })
              }
              onFocus={(event) => event.currentTarget.select()}
              onChange={(event) => change({ price: event.currentTarget.value }, priceField, 'event_ticket_type')}
            />
          )}
        </div>
        {draft.openTicketing && <Takings publish={publish} />}
        {asksPromo(draft) && <Promo publish={publish} />}
        <Switch
          label={t('open')}
          description={t('openHelp')}
          checked={draft.openTicketing}
          disabled={fixed.offer}
          onChange={(event) =>
            change(
              { openTicketing: event.currentTarget.checked },
              'event_rally',
              'event_price_ticket',
              'event_ticket_type',
            )
          }
        />
        {!draft.openTicketing && !fixed.offer && <TokenRule publish={publish} />}
        <Switch
          label={t('public')}
          description={t('publicHelp')}
          checked={draft.public}
          onChange={(event) => change({ public: event.currentTarget.checked }, 'public')}
        />
      </div>
    </Section>
  );
}
