import { IconPlayerRecordFilled } from '@tabler/icons-react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';

/**
 * Says that the host records the event, before anyone enters it. The styles are the page's: the server draws this part
 * with the page, whose styles are there first.
 */
export default function RecordedNote({ isOwner, className }: { isOwner: boolean; className: string | undefined }) {
  const { t } = useTranslation('broadcast');
  return (
    <p className={className ?? ''}>
      <IconPlayerRecordFilled size={16} aria-hidden="true" />
      <span>
        <strong>{t('recording.note')}.</strong> {t(isOwner ? 'recording.noteOwner' : 'recording.noteViewer')}
      </span>
    </p>
  );
}
