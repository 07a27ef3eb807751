import '#web/shared/styles/components.ts';
import { Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import { useId, useState } from 'react';
import { pollChoiceCharsMax, pollChoicesMax, pollTextCharsMax } from '@frontrow/core/rooms/polls.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { userText } from '#web/shared/catalog/user-text.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Form } from '#web/shared/ui/Form.tsx';
import { type TypedPoll, useRoomParts, useSnapshot } from '../room-view.ts';
import { isSound, pollProblems } from './poll-problems.ts';
import styles from './Polls.module.css';

/** After how many seconds a poll may close; 0 is never. */
const closings = [0, 30, 60, 120, 300] as const;

interface LineProps {
  label: string;
  value: string;
  max: number;
  problem: 'text' | 'choice' | 'same' | 'long' | undefined;
  isFirst?: boolean;
  onChange: (text: string) => void;
}

function Line({ label, value, max, problem, isFirst = false, onChange }: LineProps) {
  const { t } = useTranslation('audience');
  const told = useId();
  return (
    <div className={styles.line}>
      <label>
        {label}
        <input
          {...userText}
          value={value}
          maxLength={2 * max}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that led here is gone
          autoFocus={isFirst && value === ''}
          autoComplete="off"
          aria-invalid={problem !== undefined}
          aria-describedby={problem && told}
          onChange={(event) => onChange(event.target.value)}
        />
      </label>
      {problem && (
        <p id={told} className={styles.problem}>
          {t(`polls.problems.${problem}`, { max })}
        </p>
      )}
    </div>
  );
}

export const newPoll: TypedPoll = {
  text: '',
  choices: [
    { id: 1, text: '' },
    { id: 2, text: '' },
  ],
  multiple: false,
  anonymous: true,
  resultsLive: true,
  closing: 0,
};

interface PollFormProps {
  typed: TypedPoll;
  /** Null once it is saved, or given up. */
  onChange: (next: TypedPoll | null) => void;
}

/** The host writes a poll. What is wrong with it is said at its fields, and the form stays as it is. */
export function PollForm({ typed, onChange }: PollFormProps) {
  const { t } = useTranslation('audience');
  const { model } = useRoomParts();
  const busy = useSnapshot((snapshot) => snapshot.busy.has('createPoll'));
  const { text, choices, multiple, anonymous, resultsLive, closing } = typed;
  const change = (more: Partial<TypedPoll>): void => onChange({ ...typed, ...more });
  const written = choices.flatMap((choice) => (choice.text.trim() === '' ? [] : [choice.text]));
  const [tried, setTried] = useState(false);
  const found = pollProblems(text, choices);
  const save = (): void => {
    setTried(true);
    if (!isSound(found) || busy) return;
    const draft = {
      text,
      choices: written,
      multiple,
      anonymous,
      results_live: resultsLive,
      ...(closing > 0 && { closes_after_seconds: closing }),
    };
    void model.audience.createPoll(draft).then((saved) => saved && onChange(null));
  };
  const switches = [
    ['polls.multiple', 'multiple'],
    ['polls.makeAnonymous', 'anonymous'],
    ['polls.resultsLive', 'resultsLive'],
  ] as const;
  return (
    <Form className={styles.form} onSubmit={save}>
      <Line
        label={t('polls.text')}
        value={text}
        max={pollTextCharsMax}
        problem={tried ? found.text : undefined}
        isFirst
        onChange={(now) => change({ text: now })}
      />
      {choices.map(({ id, text: choice }) => (
        <Line
          key={id}
          label={t('polls.choice', { place: id })}
          value={choice}
          max={pollChoiceCharsMax}
          problem={tried ? found.choices.get(id) : undefined}
          onChange={(now) => change({ choices: choices.map((one) => (one.id === id ? { id, text: now } : one)) })}
        />
      ))}
      {choices.length < pollChoicesMax && (
        <Button
          size="sm"
          variant="subtle"
          onClick={() => change({ choices: [...choices, { id: choices.length + 1, text: '' }] })}
        >
          {t('polls.add')}
        </Button>
      )}
      {switches.map(([label, name]) => (
        <Switch
          key={label}
          labelPosition="left"
          classNames={{ body: styles.switch, labelWrapper: styles.switchLabel }}
          label={t(label)}
          checked={typed[name]}
          onChange={(event) => change({ [name]: event.currentTarget.checked })}
        />
      ))}
      <label>
        {t('polls.closes')}
        <select value={closing} onChange={(event) => change({ closing: Number(event.target.value) })}>
          {closings.map((seconds) => (
            <option key={seconds} value={seconds}>
              {seconds === 0
                ? t('polls.never')
                : seconds < 60
                  ? t('polls.seconds', { seconds })
                  : t('polls.minutes', { minutes: seconds / 60 })}
            </option>
          ))}
        </select>
      </label>
      <div className={styles.buttons}>
        <Button type="submit" size="sm" loading={busy}>
          {t('polls.save')}
        </Button>
        <Button size="sm" variant="default" onClick={() => onChange(null)}>
          {t('polls.cancel')}
        </Button>
      </div>
    </Form>
  );
}
