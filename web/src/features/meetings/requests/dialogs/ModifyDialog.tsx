import '#web/shared/styles/components.ts';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/NumberInput.layer.css';
import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { termsOf } from '@frontrow/core/catalog/selling-terms.ts';
import { meetingMinutes, type MeetingMinutes, slotsAheadMs } from '@frontrow/core/meetings/limits.ts';
import { moneyText } from '#web/shared/format/money.ts';
import { decimalSign } from '#web/shared/format/money-fields.ts';
import { language } from '#web/shared/i18n/language.ts';
import { serverNow } from '#web/shared/server-clock.ts';
import { isBeyond } from '#web/shared/ui/amount-field.ts';
import { DateField } from '#web/shared/ui/DateField.tsx';
import { localDay, localTime } from '../local-time.ts';
import styles from '../Requests.module.css';
import { useAct } from '../use-act.ts';
import { useWords } from '../use-words.ts';
import { ZoneNote } from '../ZoneNote.tsx';
import type { DialogOfRequest } from './dialog-props.ts';
import { MessageField } from './MessageField.tsx';
import { type ProposalProblem, proposalOf } from './proposal.ts';
import { StepDialog } from './StepDialog.tsx';

/** The host proposes another time, length or price, with a few words. */
export default function ModifyDialog({ request, onClose }: DialogOfRequest) {
  const { t, name } = useWords(request);
  const terms = termsOf(request.currency_code);
  const [draft, setDraft] = useState({
    day: localDay(request.starts_at),
    time: localTime(request.starts_at),
    minutes: request.minutes as MeetingMinutes,
    price: request.price as number | string,
    message: '',
  });
  const [problem, setProblem] = useState<ProposalProblem>();
  const act = useAct('POST /private_requests/modify', () => t('modify.done', { name }), onClose);
  const change = (next: Partial<typeof draft>) => {
    setDraft((before) => ({ ...before, ...next }));
    setProblem(undefined);
    act.reset();
  };
  const send = () => {
    const proposal = proposalOf(draft, request);
    if ('problem' in proposal) return setProblem(proposal.problem);
    act.mutate({ request_uuid: request.request_uuid, ...proposal.terms, message: draft.message });
  };
  const wordsFor = (one: ProposalProblem) =>
    t(`modify.${one}`, { max: moneyText(terms.priceMax, terms.currency.code, language()) });
  return (
    <StepDialog
      title={t('modify.title')}
      keep={t('modify.keep')}
      confirm={t('modify.confirm')}
      step={act}
      problem={problem === undefined || problem === 'priceBeyond' ? undefined : wordsFor(problem)}
      onClose={onClose}
      onConfirm={send}
    >
      <p className={styles.terms}>{t('modify.intro', { name })}</p>
      <div className={styles.pair}>
        <DateField
          label={t('modify.date')}
          min={localDay(serverNow())}
          max={localDay(serverNow() + slotsAheadMs)}
          value={draft.day}
          error={problem === 'noTime' && !draft.day}
          onChange={(day) => change({ day })}
        />
        {/* Not the date: its calendar opens with the focus, over the other fields. */}
        <TextInput
          type="time"
          label={t('modify.time')}
          value={draft.time}
          error={problem === 'noTime' && Boolean(draft.day)}
          onChange={(event) => change({ time: event.currentTarget.value })}
          data-autofocus
        />
        <NativeSelect
          label={t('modify.length')}
          data={meetingMinutes.map((minutes) => ({
            value: String(minutes),
            label: t('detail.minutes', { count: minutes }),
          }))}
          value={String(draft.minutes)}
          onChange={(event) => change({ minutes: Number(event.currentTarget.value) as MeetingMinutes })}
        />
        <NumberInput
          label={t('modify.price', { currency: request.currency_code })}
          description={t('modify.priceHelp')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          min={0}
          allowNegative={false}
          max={terms.priceMax}
          decimalScale={terms.currency.digits}
          decimalSeparator={decimalSign(language())}
          hideControls
          error={isBeyond(draft.price, terms.priceMax) ? wordsFor('priceBeyond') : problem === 'noPrice'}
          clampBehavior="none"
          value={draft.price}
          onChange={(price) => change({ price })}
        />
      </div>
      <ZoneNote />
      <MessageField
        label={t('modify.message')}
        help={(counts) => t('modify.messageHelp', { name, ...counts })}
        value={draft.message}
        onChange={(message) => change({ message })}
      />
    </StepDialog>
  );
}
