import { DialogFoot } from '#web/shared/ui/Dialog.tsx';
import { useState } from 'react';
import type { MeetingMinutes } from '@frontrow/core/meetings/limits.ts';
import { formatLongDate, formatTimes, ownZone, zoneCity } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Form } from '#web/shared/ui/Form.tsx';
import { moneyText } from '#web/shared/format/money.ts';
import { MessageField } from '../requests/dialogs/MessageField.tsx';
import styles from './Request.module.css';
import type { Slots } from './free-times.ts';
import { OwnTime } from './OwnTime.tsx';
import { SlotPicker } from './SlotPicker.tsx';
import { useSendRequest } from './new-request-queries.ts';

interface RequestFormProps {
  username: string;
  name: string;
  offer: Slots;
  /** Called with the uuid of the new request. */
  onSent: (requestUuid: string) => void;
}

/** Length, time, question: one obvious button at the end. */
export function RequestForm({ username, name, offer, onSent }: RequestFormProps) {
  const { t, language } = useTranslation('asking');
  const dates = useDates();
  const [minutes, setMinutes] = useState(offer.lengths[0]?.minutes ?? 0);
  const [at, setAt] = useState<number>();
  const [question, setQuestion] = useState('');
  const [own, setOwn] = useState(!offer.slots.some((slot) => slot.minutes === offer.lengths[0]?.minutes));
  const [problem, setProblem] = useState<string>();
  const request = useSendRequest(username, onSent, (why) => {
    setProblem(why);
    // What was chosen is free no more.
    if (!own) setAt(undefined);
  });
  const choose = (next: number | undefined) => {
    setAt(next);
    setProblem(undefined);
  };
  const money = (amount: number) => (amount === 0 ? t('free') : moneyText(amount, offer.currency_code, language));
  const length = offer.lengths.find((each) => each.minutes === minutes);
  const submit = () => {
    if (at === undefined) return setProblem(t('chooseTime'));
    setProblem(undefined);
    request.send({ starts_at: at, minutes: minutes as MeetingMinutes, message: question });
  };
  return (
    <Form
      className={styles.form}
      onSubmit={() => {
        submit();
      }}
    >
      <fieldset className={styles.set}>
        <legend>{t('length')}</legend>
        <div className={styles.lengths}>
          {offer.lengths.map((each, n) => (
            <label key={each.minutes} className={styles.length}>
              <input
                type="radio"
                name="length"
                className="fr-visually-hidden"
                checked={each.minutes === minutes}
                data-autofocus={n === 0 || undefined}
                onChange={() => {
                  setMinutes(each.minutes);
                  if (!own) choose(undefined);
                }}
              />
              <span className={styles.many}>{t('minutes', { count: each.minutes })}</span>
              <span className={styles.soft}>{money(each.total)}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset className={styles.set}>
        <legend>{own ? t('own.title') : t('when')}</legend>
        {own ? (
          <OwnTime noticeHours={offer.notice_hours} name={name} onChange={choose} />
        ) : (
          <SlotPicker key={minutes} slots={offer.slots} minutes={minutes} chosen={at} onChoose={choose} />
        )}
        <div className={styles.other}>
          <p className={styles.note}>{t('zone', { city: zoneCity(ownZone()) })}</p>
          <Button
            type="button"
            variant="default"
            size="sm"
            onClick={() => {
              setOwn(!own);
              choose(undefined);
            }}
          >
            {t(own ? 'own.back' : 'own.open')}
          </Button>
        </div>
      </fieldset>
      <MessageField
        label={t('question')}
        help={(counts) => t('questionHelp', { name, ...counts })}
        value={question}
        onChange={setQuestion}
      />
      <DialogFoot>
        <p className={styles.summary} aria-live="polite">
          {at !== undefined && length && (
            <>
              <strong>
                {formatLongDate(at, dates)}, {formatTimes(at, at + minutes * 60_000)}
              </strong>
              <span>
                {length.total === 0
                  ? t('free')
                  : t('pays', { total: money(length.total), fee: money(length.total - length.price) })}
              </span>
            </>
          )}
        </p>
        {problem !== undefined && (
          <p className={styles.wrong} role="alert">
            {problem}
          </p>
        )}
        <Button type="submit" size="lg" fullWidth loading={request.isPending}>
          {t('send', { name })}
        </Button>
        <p className={styles.note}>{t('nothingYet', { name })}</p>
      </DialogFoot>
    </Form>
  );
}
