import { IconPhotoScan, IconUpload } from '@tabler/icons-react';
import { useState, type DragEvent } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { useCrop } from '#web/shared/crop/use-crop.tsx';
import styles from './CoverSection.module.css';
import { coverSize, placeholderAt } from './placeholders.ts';
import { coverOf } from './PreviewCard.tsx';
import { Section } from './Section.tsx';
import { ThumbnailsDialog } from './ThumbnailsDialog.tsx';
import { useField } from './use-field.ts';
import type { Publish } from './use-publish.ts';

/** The cover: the host's own picture, cropped, or one of ours. */
export function CoverSection({ publish }: { publish: Publish }) {
  const { t } = useTranslation('publish');
  const { draft } = publish;
  const { id, error, onChange } = useField(publish, 'cover');
  const [thumbnails, setThumbnails] = useState(false);
  const crop = useCrop({
    title: t('cover.cropTitle'),
    size: coverSize,
    onCut: (dataUrl) => onChange({ kind: 'own', dataUrl }),
  });
  const drop = (event: DragEvent) => {
    event.preventDefault();
    crop.take(event.dataTransfer.files[0]);
  };
  const index = draft.cover.kind === 'placeholder' ? draft.cover.index : 0;
  return (
    <Section title={t('cover.title')}>
      <div className={styles.row}>
        <button
          type="button"
          id={id}
          className={styles.drop}
          onClick={crop.choose}
          onDragOver={(event) => event.preventDefault()}
          onDrop={drop}
        >
          <IconUpload size={24} stroke={1.7} aria-hidden="true" />
          <strong>{t('cover.drop')}</strong>
          <span>{t('cover.dropLine')}</span>
        </button>
        <div className={`${styles.picture} ${styles.on}`}>
          <img src={coverOf(draft)} alt={t('cover.chosen')} width={640} height={360} />
          {draft.cover.kind === 'own' && crop.again && (
            <button type="button" className={styles.over} onClick={crop.again}>
              {t('cover.edit')}
            </button>
          )}
        </div>
        <button type="button" className={styles.picture} onClick={() => setThumbnails(true)}>
          <img src={placeholderAt(index === 1 ? 0 : 1)} alt="" width={640} height={360} />
          <span className={styles.over}>
            <IconPhotoScan size={16} stroke={1.8} aria-hidden="true" />
            {t('cover.thumbnails')}
          </span>
        </button>
      </div>
      {error && <p className={styles.problem}>{error}</p>}
      {crop.parts}
      {thumbnails && (
        <ThumbnailsDialog
          chosen={index}
          onClose={() => setThumbnails(false)}
          onUse={(next) => {
            onChange({ kind: 'placeholder', index: next });
            setThumbnails(false);
          }}
        />
      )}
    </Section>
  );
}
