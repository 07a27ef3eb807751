import { IconPhotoScan, IconUpload } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState, type DragEvent } from 'react';
import { useTranslation } from '#web/app/i18n/use-translation.ts';
import { toastWarning } from '#web/app/toast.ts';
import styles from './CoverSection.module.css';
import { placeholderAt } from './placeholders.ts';
import { coverOf } from './PreviewCard.tsx';
import { Section } from './Section.tsx';
import type { Publish } from './use-publish.ts';

const CropDialog = lazy(() => import('./CropDialog.tsx'));
const ThumbnailsDialog = lazy(() => import('./ThumbnailsDialog.tsx'));

const pictureTypes: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** Cover: a file of one's own through the crop, or one of our pictures. */
export function CoverSection({ publish }: { publish: Publish }) {
  const { t } = useTranslation('publish');
  const { draft, change, problems } = publish;
  const input = useRef<HTMLInputElement>(null);
  const [source, setSource] = useState<string | null>(null);
  const [dialog, setDialog] = useState<'none' | 'crop' | 'thumbnails'>('none');
  useEffect(() => (source ? () => URL.revokeObjectURL(source) : undefined), [source]);

  const take = (file: File | undefined) => {
    if (!file) return;
    if (!pictureTypes.has(file.type)) return toastWarning(t('cover.type'));
    setSource(URL.createObjectURL(file));
    setDialog('crop');
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    take(event.dataTransfer.files[0]);
  };
  const index = draft.cover.kind === 'placeholder' ? draft.cover.index : 0;
  const problem = problems['event_cover_image'];
  return (
    <Section title={t('cover.title')}>
      <div className={styles.row}>
        <button
          type="button"
          id="event_cover_image"
          className={styles.drop}
          onClick={() => input.current?.click()}
          onDragOver={(event) => event.preventDefault()}
          onDrop={drop}
        >
          <IconUpload size={24} stroke={1.7} aria-hidden="true" />
          <strong>{t('cover.drop')}</strong>
          <span>{t('cover.dropLine')}</span>
        </button>
        <input
          ref={input}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          className="fr-visually-hidden"
          tabIndex={-1}
          aria-hidden="true"
          onChange={(event) => {
            take(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
        <div className={`${styles.picture} ${styles.on}`}>
          <img src={coverOf(draft)} alt={t('cover.chosen')} width={640} height={360} />
          {draft.cover.kind === 'own' && source && (
            <button type="button" className={styles.over} onClick={() => setDialog('crop')}>
              {t('cover.edit')}
            </button>
          )}
        </div>
        <button type="button" className={styles.picture} onClick={() => setDialog('thumbnails')}>
          <img src={placeholderAt(index === 1 ? 0 : 1)} alt="" width={640} height={360} />
          <span className={styles.over}>
            <IconPhotoScan size={16} stroke={1.8} aria-hidden="true" />
            {t('cover.thumbnails')}
          </span>
        </button>
      </div>
      {problem && <p className={styles.problem}>{problem}</p>}
      <Suspense fallback={null}>
        {dialog === 'crop' && source && (
          <CropDialog
            key={source}
            src={source}
            onSelectFile={() => input.current?.click()}
            onClose={() => setDialog('none')}
            onSave={(dataUrl) => {
              change({ cover: { kind: 'own', dataUrl } }, 'event_cover_image');
              setDialog('none');
            }}
          />
        )}
        {dialog === 'thumbnails' && (
          <ThumbnailsDialog
            chosen={index}
            onClose={() => setDialog('none')}
            onUse={(next) => {
              change({ cover: { kind: 'placeholder', index: next } }, 'event_cover_image');
              setDialog('none');
            }}
          />
        )}
      </Suspense>
    </Section>
  );
}
