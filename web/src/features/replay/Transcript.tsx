import '#web/shared/styles/components.ts';
import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireTranscript } from '@frontrow/contract/broadcast/api.ts';
import { callFile } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { userText } from '#web/shared/catalog/user-text.ts';
import { downloadBlob } from '#web/shared/download.ts';
import { folded } from '#web/shared/folded.ts';
import { formatCountdown } from '#web/shared/format/time.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import styles from './ComposedPlayer.module.css';

export type Line = WireTranscript['lines'][number];

interface TranscriptProps {
  eventUuid: string;
  lines: readonly Line[];
  begins: number;
  moment: number;
  onJump: (moment: number) => void;
}

/** What was said: searchable, and each line leads to its moment. */
export function Transcript({ eventUuid, lines, begins, moment, onJump }: TranscriptProps) {
  const { t } = useTranslation('replay');
  const [wanted, setWanted] = useState('');
  const words = folded(wanted.trim());
  const found = words === '' ? lines : lines.filter(({ text }) => folded(text).includes(words));
  const download = useMutation({
    mutationFn: () =>
      callFile('GET /events/:uuid/replay/transcript', { params: { uuid: eventUuid }, query: { format: 'vtt' } }),
    onSuccess: (file) => downloadBlob(`replay-${eventUuid}.vtt`, file),
    onError: (error) => toastError(messageOf(error)),
  });
  return (
    <section aria-labelledby="replay-transcript">
      <div className={styles.row}>
        <h2 id="replay-transcript" className={styles.heading}>
          {t('transcript.title')}
        </h2>
        <Button size="sm" variant="default" loading={download.isPending} onClick={() => download.mutate()}>
          {t('transcript.download')}
        </Button>
      </div>
      <TextInput
        type="search"
        aria-label={t('transcript.search')}
        placeholder={t('transcript.search')}
        value={wanted}
        maxLength={100}
        onChange={(event) => setWanted(event.currentTarget.value)}
      />
      <p className={styles.found} role="status">
        {words !== '' && t('transcript.found', { count: found.length })}
      </p>
      <ol className={styles.chapters} aria-labelledby="replay-transcript" tabIndex={0}>
        {found.map((line) => (
          <li key={`${line.from} ${line.to} ${line.username}`}>
            <button
              type="button"
              aria-current={(line.from <= moment && moment < line.to) || undefined}
              onClick={() => onJump(Math.max(begins, line.from))}
            >
              <span className={styles.moment}>{formatCountdown(Math.max(0, line.from - begins))}</span>
              <span className={styles.kind}>{line.username}</span>
              <span {...userText} className={styles.what}>
                {line.text}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
