import '#web/shared/styles/components.ts';
import { Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import { useState } from 'react';
import { pollChoiceCharsMax, pollChoicesMax, pollChoicesMin, pollTextCharsMax } from '@frontrow/core/rooms/polls.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { userText } from '#web/shared/catalog/user-text.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { useRoomParts, useSnapshot } from '../room-view.ts';
import styles from './Polls.module.css';

/** After how many seconds a poll may close; 0 is never. */
const closings = [0, 30, 60, 120, 300] as const;

/** The host writes a poll. The server says what is wrong with it, and the form stays as it is. */
export function PollForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('audience');
  const { model } = useRoomParts();
  const busy = useSnapshot((snapshot) => snapshot.busy.has('createPoll'));
  const [text, setText] = useState('');
  const [choices, setChoices] = useState<readonly { readonly id: number; readonly text: string }[]>([
    { id: 1, text: '' },
    { id: 2, text: '' },
  ]);
  const [multiple, setMultiple] = useState(false);
  const [anonymous, setAnonymous] = useState(true);
  const [resultsLive, setResultsLive] = useState(true);
  const [closing, setClosing] = useState<number>(0);
  const written = choices.flatMap((choice) => (choice.text.trim() === '' ? [] : [choice.text]));
  const isComplete = text.trim() !== '' && written.length >= pollChoicesMin;
  const save = (event: Pick<Event, 'preventDefault'>): void => {
    event.preventDefault();
    if (!isComplete || busy) return;
    const draft = {
      text,
      choices: written,
      multiple,
      anonymous,
      results_live: resultsLive,
      ...(closing > 0 && { closes_after_seconds: closing }),
    };
    void model.audience.createPoll(draft).then((saved) => saved && onDone());
  };
  const switches = [
    ['polls.multiple', multiple, setMultiple],
    ['polls.makeAnonymous', anonymous, setAnonymous],
    ['polls.resultsLive', resultsLive, setResultsLive],
  ] as const;
  return (
    <form className={styles.form} onSubmit={save}>
      <label>
        {t('polls.text')}
        <input
          {...userText}
          value={text}
          maxLength={2 * pollTextCharsMax}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that led here is gone
          autoFocus
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      {choices.map(({ id, text: choice }) => (
        <label key={id}>
          {t('polls.choice', { place: id })}
          <input
            {...userText}
            value={choice}
            maxLength={2 * pollChoiceCharsMax}
            autoComplete="off"
            onChange={(event) =>
              setChoices(choices.map((one) => (one.id === id ? { id, text: event.target.value } : one)))
            }
          />
        </label>
      ))}
      {choices.length < pollChoicesMax && (
        <Button
          size="sm"
          variant="subtle"
          onClick={() => setChoices([...choices, { id: choices.length + 1, text: '' }])}
        >
          {t('polls.add')}
        </Button>
      )}
      {switches.map(([label, on, set]) => (
        <Switch
          key={label}
          labelPosition="left"
          classNames={{ body: styles.switch, labelWrapper: styles.switchLabel }}
          label={t(label)}
          checked={on}
          onChange={(event) => set(event.currentTarget.checked)}
        />
      ))}
      <label>
        {t('polls.closes')}
        <select value={closing} onChange={(event) => setClosing(Number(event.target.value))}>
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
        <Button type="submit" size="sm" loading={busy} disabled={!isComplete}>
          {t('polls.save')}
        </Button>
        <Button size="sm" variant="default" onClick={onDone}>
          {t('polls.cancel')}
        </Button>
      </div>
    </form>
  );
}
