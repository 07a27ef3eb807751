import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '#web/app/i18n/use-translation.ts';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { placeholders } from './placeholders.ts';
import styles from './ThumbnailsDialog.module.css';

interface ThumbnailsDialogProps {
  chosen: number;
  onUse: (index: number) => void;
  onClose: () => void;
}

/** "Select thumbnails": our own three pictures, side by side. */
export function ThumbnailsDialog({ chosen, onUse, onClose }: ThumbnailsDialogProps) {
  const { t } = useTranslation('publish');
  const [index, setIndex] = useState(chosen);
  return (
    <Dialog title={t('cover.thumbnails')} onClose={onClose} size={1250}>
      <fieldset className={styles.options}>
        <legend className="fr-visually-hidden">{t('cover.options')}</legend>
        {placeholders.map((src, i) => (
          <label key={src} className={`${styles.option} ${i === index ? styles.on : ''}`}>
            <input
              type="radio"
              name="thumbnail"
              checked={i === index}
              data-autofocus={i === chosen || undefined}
              onChange={() => setIndex(i)}
              className="fr-visually-hidden"
            />
            <img src={src} alt={t('cover.option', { number: i + 1 })} width={640} height={360} />
            {i === index && (
              <span className={styles.mark} aria-hidden="true">
                <IconCheck size={18} stroke={2.4} />
              </span>
            )}
          </label>
        ))}
      </fieldset>
      <div className={styles.buttons}>
        <Button size="lg" onClick={() => onUse(index)}>
          {t('cover.use')}
        </Button>
      </div>
    </Dialog>
  );
}
