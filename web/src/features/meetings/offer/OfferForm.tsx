import '#web/shared/styles/components.ts';
import '@mantine/core/styles/Switch.layer.css';
import { Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { BodyOf } from '@frontrow/contract/api.ts';
import { call } from '#web/shared/api/call.ts';
import { ApiRefusal, messageOf } from '#web/shared/api/refusal.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { serverNow } from '#web/shared/server-clock.ts';
import { toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Form, unlessTyped } from '#web/shared/ui/Form.tsx';
import { localDay } from '../requests/local-time.ts';
import { DayFields } from './DayFields.tsx';
import { HoursFields } from './HoursFields.tsx';
import { LengthFields } from './LengthFields.tsx';
import styles from './Offer.module.css';
import { bodyOf, draftOf, type OfferDraft, type WireOffer } from './offer-draft.ts';
import { RuleFields } from './RuleFields.tsx';

interface OfferFormProps {
  first: OfferDraft;
  onSaved: (kept: WireOffer) => void;
}

interface Sent {
  body: BodyOf<'POST /private_meetings/settings'>;
  draft: OfferDraft;
}

function Part({
  title,
  text,
  problem,
  children,
}: {
  title: string;
  text: string;
  problem: string | undefined;
  children: ReactNode;
}) {
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      <p className={styles.soft}>{text}</p>
      {children}
      {problem !== undefined && (
        <p className={styles.wrong} role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}

/** The parts of the offer, and one button that keeps all of it. */
export function OfferForm({ first, onSaved }: OfferFormProps) {
  const { t } = useTranslation('offering');
  const [draft, setDraft] = useState(first);
  const [problem, setProblem] = useState<{ field: string; text: string }>();
  const save = useMutation({
    mutationFn: ({ body }: Sent) => call('POST /private_meetings/settings', { body }),
    onSuccess: (kept, { draft: sent }) => {
      toastGood(t(kept.enabled ? 'saved' : 'savedOff'));
      setDraft(unlessTyped(sent, draftOf(kept, localDay(serverNow()))));
      onSaved(kept);
    },
    onError: (error) => setProblem({ field: fieldOf(error), text: messageOf(error) }),
  });
  const change = (next: Partial<OfferDraft>) => {
    setDraft((before) => ({ ...before, ...next }));
    setProblem(undefined);
  };
  const submit = () => {
    const read = bodyOf(draft);
    if ('body' in read) return save.mutate({ body: read.body, draft });
    const field = { price: 'lengths', weeklyMax: 'rules', date: 'exceptions' }[read.unread];
    setProblem({ field, text: t(`unread.${read.unread}`) });
  };
  const problemOf = (...fields: string[]) => (problem && fields.includes(problem.field) ? problem.text : undefined);
  const parts = { draft, change };
  return (
    <Form
      className={styles.form}
      onSubmit={() => {
        submit();
      }}
    >
      <Switch
        label={t('enabled')}
        description={t('enabledHelp')}
        checked={draft.enabled}
        onChange={(event) => change({ enabled: event.currentTarget.checked })}
      />
      <Part title={t('lengths.title')} text={t('lengths.text')} problem={problemOf('lengths')}>
        <LengthFields {...parts} />
      </Part>
      <Part title={t('hours.title')} text={t('hours.text')} problem={problemOf('hours', 'zone')}>
        <HoursFields {...parts} />
      </Part>
      <Part title={t('days.title')} text={t('days.text')} problem={problemOf('exceptions')}>
        <DayFields {...parts} />
      </Part>
      <Part title={t('rules.title')} text={t('rules.text')} problem={problemOf('rules')}>
        <RuleFields {...parts} />
      </Part>
      <div className={styles.save}>
        {problem && <p className={styles.wrong}>{problem.text}</p>}
        <Button type="submit" size="lg" loading={save.isPending}>
          {t('save')}
        </Button>
        <p className={styles.soft}>{t('keeps')}</p>
      </div>
    </Form>
  );
}

const fieldOf = (error: unknown): string =>
  (error instanceof ApiRefusal && error.errors.find(({ field }) => field !== undefined)?.field?.split('.')[0]) || '';
