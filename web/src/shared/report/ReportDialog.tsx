import '#web/shared/styles/components.ts';
import '@mantine/core/styles/Combobox.layer.css';
import type { WireReport } from '@frontrow/contract/reports/api.ts';
import { needsNote, reportNoteCharsMax, type ReportReason, reportReasons } from '@frontrow/core/reports/reports.ts';
import { NativeSelect, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Form } from '#web/shared/ui/Form.tsx';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import type { ReportSubject } from './report-subject.ts';
import styles from './ReportDialog.module.css';

/** Reports something to the app admins: the same form wherever "Report" stands. */
export default function ReportDialog({ subject, onClose }: { subject: ReportSubject; onClose: () => void }) {
  const { t } = useTranslation('reports');
  const [reason, setReason] = useState<ReportReason>(reportReasons[0]);
  const [note, setNote] = useState('');
  const send = useMutation({
    mutationFn: () => call('POST /reports', { body: { ...subject, reason, note } as WireReport }),
    onSuccess: () => {
      onClose();
      toastGood(t('done'));
    },
  });
  return (
    <Dialog title={t(`title.${subject.kind}`)} onClose={onClose} closeOnClickOutside={false} closable={!send.isPending}>
      <Form
        className={styles.form}
        onSubmit={() => {
          send.mutate();
        }}
      >
        <p className={styles.text}>{t('text')}</p>
        <NativeSelect
          label={t('reason')}
          data={reportReasons.map((one) => ({ value: one, label: t(`reasons.${one}`) }))}
          value={reason}
          data-autofocus
          onChange={(event) => setReason(reportReasons.find((one) => one === event.currentTarget.value) ?? 'other')}
        />
        <Textarea
          label={t(needsNote(reason) ? 'note' : 'noteOptional')}
          autosize
          minRows={3}
          maxRows={8}
          maxLength={reportNoteCharsMax}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          error={send.isError ? messageOf(send.error) : undefined}
        />
        <Button type="submit" size="lg" loading={send.isPending}>
          {t('send')}
        </Button>
      </Form>
    </Dialog>
  );
}
