import '#web/shared/styles/components.ts';
import '@mantine/core/styles/Slider.layer.css';
import { Slider } from '@mantine/core';
import { IconZoomIn } from '@tabler/icons-react';
import { useState } from 'react';
import Cropper from 'react-easy-crop';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import styles from './CropDialog.module.css';
import { type Area, cutPicture, type PictureSize } from './cut-picture.ts';

interface CropDialogProps {
  title: string;
  /** An address of the picture in this browser. */
  src: string;
  /** How large the cut is, and so its shape. */
  size: PictureSize;
  /** Shown through a round hole, as portraits are. */
  round: boolean;
  onSelectFile: () => void;
  onSave: (dataUrl: string) => void;
  onClose: () => void;
}

const zoomMax = 4;
const focusFirst = { 'data-autofocus': true };

/** A part of a picture, with a rule-of-thirds grid. */
export default function CropDialog({ title, src, size, round, onSelectFile, onSave, onClose }: CropDialogProps) {
  const { t } = useTranslation('crop');
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area>();
  const [busy, setBusy] = useState(false);
  const [unreadable, setUnreadable] = useState(false);
  async function save(): Promise<void> {
    setBusy(true);
    try {
      onSave(await cutPicture(src, size, area));
    } catch {
      setUnreadable(true);
      setBusy(false);
    }
  }
  return (
    <Dialog title={title} onClose={onClose} size={640} closeOnClickOutside={false}>
      <div className={styles.stage}>
        {unreadable ? (
          <p className={styles.unreadable} role="alert">
            {t('unreadable')}
          </p>
        ) : (
          <Cropper
            image={src}
            crop={crop}
            zoom={zoom}
            maxZoom={zoomMax}
            aspect={size.width / size.height}
            cropShape={round ? 'round' : 'rect'}
            objectFit={round ? 'contain' : 'horizontal-cover'}
            showGrid
            cropperProps={{ role: 'application', 'aria-label': t('move') }}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => setArea(pixels)}
            mediaProps={{ onError: () => setUnreadable(true), alt: '' }}
            classes={{ cropAreaClassName: styles.area ?? '' }}
          />
        )}
      </div>
      <div className={styles.zoom}>
        <IconZoomIn size={20} stroke={1.7} aria-hidden="true" />
        <Slider
          className={styles.slider ?? ''}
          color="violet.5"
          min={1}
          max={zoomMax}
          step={0.01}
          value={zoom}
          onChange={setZoom}
          label={null}
          thumbLabel={t('zoom')}
          thumbProps={{ tabIndex: 0, ...focusFirst }}
        />
      </div>
      <div className={styles.buttons}>
        <Button size="lg" variant="default" onClick={onSelectFile}>
          {t('select')}
        </Button>
        <Button size="lg" loading={busy} disabled={!area || unreadable} onClick={() => void save()}>
          {t('save')}
        </Button>
      </div>
    </Dialog>
  );
}
